import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../session/api.ts';
import { listAll } from '../../session/list-all.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData, RowOf } from '../../session/types.ts';

export type Register = RowOf<'listRegisters'>;
export type Shift = RowOf<'listShifts'>;
export type ShiftReport = ResponseData<'getShift'>;
export type Closure = ResponseData<'getClosure'>;

/** All registers of the shop in the user's branches. */
export const registersQuery = queryOptions({
  queryKey: ['registers'],
  queryFn: ({ signal }) => listAll('listRegisters', signal),
});

/** The registers, if the role may read them; `undefined` while they are loading. */
export function useRegisters(): readonly Register[] | undefined {
  const { may } = useSession();
  return useQuery({ ...registersQuery, enabled: may('registers:read') }).data;
}

/** Names registers by their id. */
export function useRegisterName(): (id: string) => string {
  const registers = useRegisters();
  return (id) => registers?.find((register) => register.id === id)?.name ?? '–';
}

/** The latest shift of a register, if it is not closed, else `null`. */
export const useCurrentShift = (register_id: string | undefined) =>
  useQuery({
    queryKey: ['shifts', 'current', register_id],
    enabled: register_id !== undefined,
    queryFn: async ({ signal }) => {
      const [latest] = (await api.listShifts({ signal, query: { limit: 1, register_id } })).data;
      return latest === undefined || latest.status === 'closed' ? null : latest;
    },
  });
