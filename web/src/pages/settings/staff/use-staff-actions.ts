import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../../../language/i18n.tsx';
import { api, untilGone } from '../../../session/api.ts';
import { useAct } from '../../../session/use-act.ts';
import { useNotify } from '../../../ui/notify.ts';
import type { Invited, StaffMember } from './staff-member.ts';

/** The buttons of a member that send a request at once. */
export type BusyWith = 'reactivate' | 'resend' | 'signOut' | 'withdraw';

/** What the buttons beside one member do. Each member has acts of their own: one of unknown outcome must not be sent again by another's button. */
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
    /** Which of the buttons was pressed and is not answered yet. */
    busyWith: (Object.keys(underWay) as BusyWith[]).find((button) => underWay[button].isPending),
    reactivate: () => returning.send('reactivateColleague', call),
    resend: () => inviting.send('resendInvitation', { ...call, body: {} }),
    signOut: () => signingOut.send('endColleagueSessions', call),
    withdraw: () => withdrawing.mutate(),
  };
}
