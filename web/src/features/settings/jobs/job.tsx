import { DescriptionList } from '../../../design/description-list.tsx';
import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';

export type Job = RowOf<'listJobs'>;

/** Names a job. */
export function useJobName(): (name: string) => string {
  const { t, isText } = useI18n();
  return (job) => {
    const name = `jobs.name.${job}`;
    return isText(name) ? t(name) : job;
  };
}

const tones = {
  created: 'over',
  active: 'busy',
  retry: 'warning',
  completed: 'good',
  failed: 'bad',
  cancelled: 'over',
} as const;

export function JobState({ state }: Pick<Job, 'state'>) {
  const { t } = useI18n();
  return <StateBadge tone={tones[state]}>{t(`jobs.state.${state}`)}</StateBadge>;
}

export function JobDetails({ job }: { job: Job }) {
  const { t, number, dateTime } = useI18n();
  const { merchant } = useSession();
  const { state, attempts, attempts_at_most, error, created_at, started_at, finished_at, next_attempt_at } = job;
  const when = (iso: string | null) => iso && dateTime(iso, merchant.timezone);
  return (
    <DescriptionList
      items={[
        [t('jobs.state'), <JobState key="state" state={state} />],
        [t('jobs.error'), error],
        [t('jobs.attempts'), t('jobs.attemptsOf', { count: number(attempts), most: number(attempts_at_most) })],
        [t('jobs.asked'), when(created_at)],
        [t('jobs.begun'), when(started_at)],
        [t('jobs.ended'), when(finished_at)],
        [t('jobs.next'), when(next_attempt_at)],
      ]}
    />
  );
}
