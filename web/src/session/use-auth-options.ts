import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/**
 * Sign-in options of the service: whether registration is open and whether it sends mail. For pages without a session.
 */
export const useAuthOptions = () =>
  useQuery({
    queryKey: ['auth-options'],
    queryFn: async ({ signal }) => (await api.getAuthOptions({ signal })).data,
  });
