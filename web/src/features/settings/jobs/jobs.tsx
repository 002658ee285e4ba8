import { Anchor, Select, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import type { Column } from '../../../design/lists/column.ts';
import { List } from '../../../design/lists/list.tsx';
import { rowsOfPage } from '../../../design/lists/list-rules.ts';
import { usePolling } from '../../../design/use-polling.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { type Job, JobDetails, JobState, useJobName } from './job.tsx';
import { jobStates, readJobsView } from './view.ts';

/** The background jobs of the shop, the latest first. */
export function Jobs() {
  const { t } = useI18n();
  const view = useSearch({ from: '/authenticated/settings/jobs' });
  const navigate = useNavigate({ from: '/settings/jobs' });
  const [shown, show] = useState<Job>();
  const [isOpen, setOpen] = useState(false);
  const columns = useColumns((job) => {
    show(job);
    setOpen(true);
  });
  const nameOf = useJobName();
  usePolling('jobs');
  return (
    <>
      <Title order={2} size="h3">
        {t('settings.jobs')}
      </Title>
      <Text c="dimmed">{t('jobs.text')}</Text>
      <Select
        label={t('jobs.state')}
        placeholder={t('sales.anyStatus')}
        clearable
        maw={260}
        value={view.state ?? null}
        onChange={(state) => void navigate({ search: readJobsView({ state }), replace: true })}
        data={jobStates.map((value) => ({ value, label: t(`jobs.state.${value}`) }))}
      />
      <List
        label={t('settings.jobs')}
        queryKey={['jobs', view]}
        load={(page, signal) => api.listJobs({ signal, query: { ...view, page, limit: rowsOfPage } })}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Text py="xl">{t(view.state === undefined ? 'jobs.none' : 'app.nothingFound')}</Text>}
      />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={shown === undefined ? '' : nameOf(shown.name)}>
        {shown !== undefined && <JobDetails job={shown} />}
      </Dialog>
    </>
  );
}

function useColumns(open: (job: Job) => void): Column<Job>[] {
  const { t, moment } = useI18n();
  const { merchant } = useSession();
  const nameOf = useJobName();
  const when = (iso: string | null) => (iso === null ? '' : moment(iso, merchant.timezone));
  return [
    {
      id: 'name',
      phone: 'title',
      opens: true,
      title: t('jobs.job'),
      width: 'minmax(180px, 1fr)',
      show: (job) => (
        <Anchor data-opens component="button" type="button" inherit onClick={() => open(job)}>
          {nameOf(job.name)}
        </Anchor>
      ),
    },
    {
      id: 'state',
      phone: 'figure',
      title: t('jobs.state'),
      width: 'minmax(150px, 0.6fr)',
      show: ({ state }) => <JobState state={state} />,
    },
    { id: 'why', title: t('jobs.error'), width: 'minmax(180px, 2fr)', show: ({ error }) => error },
    { id: 'asked', title: t('jobs.asked'), width: 'minmax(195px, 0.8fr)', show: ({ created_at }) => when(created_at) },
    {
      id: 'next',
      phone: 'hidden',
      title: t('jobs.next'),
      width: 'minmax(195px, 0.8fr)',
      show: ({ next_attempt_at }) => when(next_attempt_at),
    },
  ];
}
