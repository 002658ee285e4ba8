import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSpeech } from '../../../language/language.tsx';
import { api, untilGone } from '../../../session/api.ts';
import { useAct } from '../../../session/use-act.ts';
import { useTell } from '../../../ui/tell.ts';
import type { Colleague, Invited } from './colleague.ts';

/** The buttons of a member that send a request at once. */
export type BusyWith = 'reactivate' | 'resend' | 'signOut' | 'withdraw';

/** What the buttons beside one member do. Each member has acts of their own: one of unknown outcome must not be sent again by another's button. */
export function useColleagueActs({ id, name }: Colleague, onInvited: (invited: Invited) => void) {
  const { t } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['staff'] });
  const returning = useAct(['reactivateColleague'], {
    about: id,
    onDone: async () => {
      tell.done(t('staff.isBack', { name }));
      await refresh();
    },
    onRefused: tell.failed,
  });
  const inviting = useAct(['resendInvitation'], {
    about: id,
    onDone: async ({ data }) => {
      onInvited(data);
      await refresh();
    },
    onRefused: tell.failed,
  });
  const signingOut = useAct(['endColleagueSessions'], {
    about: id,
    onDone: () => tell.done(t('staff.signedOut', { name })),
    onRefused: tell.failed,
  });
  const withdrawing = useMutation({
    mutationFn: () => untilGone(api.deactivateColleague({ path: { id } })),
    onSuccess: async () => {
      tell.done(t('staff.withdrawn', { name }));
      await refresh();
    },
    onError: tell.failed,
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
