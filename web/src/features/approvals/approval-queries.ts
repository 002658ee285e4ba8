import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { isHidden } from '../../session/session-state.ts';
import { type Approval, isForDecision, mayDecideAny, needsPolling, poll_approvals_ms } from './approval-rules.ts';
import { isRinging, ring } from './ring.ts';

const rows_at_most = 100;

/** The pending approvals that the user requested or may decide, the oldest first. */
export const pendingQuery = queryOptions({
  queryKey: ['approvals', 'pending'],
  queryFn: async ({ signal }): Promise<readonly Approval[]> =>
    (await api.listApprovals({ signal, query: { state: 'pending', sort: 'created_at', limit: rows_at_most } })).data,
});

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: async ({ signal }): Promise<Approval> => (await api.getApproval({ signal, path: { id } })).data,
  });

/** How many pending approvals the user may decide. Rings when another one arrives while the page is open. */
export function useApprovalsToDecide(): number {
  const session = useSession();
  const { user, may } = session;
  const { data } = useQuery({
    ...pendingQuery,
    enabled: mayDecideAny(session),
    refetchInterval: ({ state }) => (!isHidden() && needsPolling(may, state.data?.length) ? poll_approvals_ms : false),
  });
  const toDecide = data?.filter((approval) => isForDecision(approval, user.id));
  const knownIds = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (toDecide === undefined) return;
    const ids = new Set(toDecide.map(({ id }) => id));
    if (knownIds.current !== undefined && !ids.isSubsetOf(knownIds.current) && isRinging()) ring();
    knownIds.current = ids;
  });
  return toDecide?.length ?? 0;
}
