import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** How people come in here: whether they may register, and whether the service sends mail. For pages of people who are not signed in. */
export const useAuthOptions = () =>
  useQuery({
    queryKey: ['auth-options'],
    queryFn: async ({ signal }) => (await api.getAuthOptions({ signal })).data,
  });
