import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../../../language/i18n.tsx';
import { api, untilGone } from '../../../session/api.ts';
import { useAct } from '../../../session/use-act.ts';
import { useNotify } from '../../../ui/notify.ts';
import type { Invited, StaffMember } from './staff-member.ts';

/** Actions that send a request without a dialog. */
export type BusyWith = 'reactivate' | 'resend' | 'signOut' | 'withdraw';

/** Actions for one staff member. Each member has separate requests, so that a button never retries the request of another member. */
export function useStaffActions({ id, name }: StaffMember, onInvited: (invited: Invited) => void) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['staff'] });
  const returning = useAct(['reactivateColleague'], {
    about: id,
    onDone: async () => {
      notify.success(t('staff.isBack', { name }));
      await refresh();
    },
    onRefused: notify.error,
  });
  const inviting = useAct(['resendInvitation'], {
    about: id,
    onDone: async ({ data }) => {
      onInvited(data);
      await refresh();
    },
    onRefused: notify.error,
  });
  const signingOut = useAct(['endColleagueSessions'], {
    about: id,
    onDone: () => notify.success(t('staff.signedOut', { name })),
    onRefused: notify.error,
  });
  const withdrawing = useMutation({
    mutationFn: () => untilGone(api.deactivateColleague({ path: { id } })),
    onSuccess: async () => {
      notify.success(t('staff.withdrawn', { name }));
      await refresh();
    },
    onError: notify.error,
  });
  const underWay = { reactivate: returning, resend: inviting, signOut: signingOut, withdraw: withdrawing };
  const call = { path: { id } };
  return {
    /** The action whose request is in flight. */
    busyWith: (Object.keys(underWay) as BusyWith[]).find((button) => underWay[button].isPending),
    reactivate: () => returning.send('reactivateColleague', call),
    resend: () => inviting.send('resendInvitation', { ...call, body: {} }),
    signOut: () => signingOut.send('endColleagueSessions', call),
    withdraw: () => withdrawing.mutate(),
  };
}
