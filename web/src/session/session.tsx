import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { api, isForbidden, isSignedInByPin } from './api.ts';
import { listAll } from './list-all.ts';
import { type Permission, rolesByPermission } from './permissions.ts';
import type { ResponseData } from './types.ts';

/** The signed-in user and their shop. */
export interface Session {
  user: ResponseData<'getCurrentUser'>;
  merchant: ResponseData<'getMerchant'>;
  branches: ResponseData<'listBranches'>;
  /** All shops that the user works for. */
  shops: ResponseData<'listOwnMerchants'>;
  /** Whether the user's role has this permission. The service checks it too. */
  may(what: Permission): boolean;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('no user is signed in');
  return session;
}

interface SessionProviderProps {
  children: ReactNode;
  /** Shown while the session is loading. */
  waiting: ReactNode;
  failed(error: Error, retry: () => void): ReactNode;
}

export function SessionProvider({ children, waiting, failed }: SessionProviderProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['session'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const [user, merchant, branches, shops] = await Promise.all([
        api.getCurrentUser({ signal }),
        api.getMerchant({ signal }),
        listAll('listBranches', signal),
        // A session by PIN is for one shop.
        isSignedInByPin() ? [] : listAll('listOwnMerchants', signal),
      ]);
      return { user: user.data, merchant: merchant.data, branches, shops };
    },
  });
  // A user without access must not see cached data.
  if (error !== null && (data === undefined || isForbidden(error))) return failed(error, () => void refetch());
  if (data === undefined) return waiting;
  const may = (what: Permission) => (rolesByPermission[what] as readonly string[]).includes(data.user.role);
  return <SessionContext value={{ ...data, may }}>{children}</SessionContext>;
}
