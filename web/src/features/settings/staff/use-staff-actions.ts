import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../../design/feedback/notify.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api, ignoreNotFound } from '../../../session/api.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import type { Invited, StaffMember } from './staff-member.ts';

/** Actions that send a request without a dialog. */
export type BusyWith = 'reactivate' | 'resend' | 'signOut' | 'withdraw';

/**
 * Actions for one staff member. Each member has separate requests, so that a button never retries the request of
 * another member.
 */
export function useStaffActions({ id, name }: StaffMember, onInvited: (invited: Invited) => void) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['staff'] });
  const reactivating = useIdempotentRequest(['reactivateColleague'], {
    subject: id,
    onDone: async () => {
      notify.success(t('staff.isBack', { name }));
      await refresh();
    },
    onRejected: notify.error,
  });
  const inviting = useIdempotentRequest(['resendInvitation'], {
    subject: id,
    onDone: async ({ data }) => {
      onInvited(data);
      await refresh();
    },
    onRejected: notify.error,
  });
  const signingOut = useIdempotentRequest(['endColleagueSessions'], {
    subject: id,
    onDone: () => notify.success(t('staff.signedOut', { name })),
    onRejected: notify.error,
  });
  const withdrawing = useMutation({
    mutationFn: () => ignoreNotFound(api.deactivateColleague({ path: { id } })),
    onSuccess: async () => {
      notify.success(t('staff.withdrawn', { name }));
      await refresh();
    },
    onError: notify.error,
  });
  const requests = { reactivate: reactivating, resend: inviting, signOut: signingOut, withdraw: withdrawing };
  const call = { path: { id } };
  return {
    /** The action whose request is in flight. */
    busyWith: (Object.keys(requests) as BusyWith[]).find((button) => requests[button].isPending),
    reactivate: () => reactivating.send('reactivateColleague', call),
    resend: () => inviting.send('resendInvitation', { ...call, body: {} }),
    signOut: () => signingOut.send('endColleagueSessions', call),
    withdraw: () => withdrawing.mutate(),
  };
}
