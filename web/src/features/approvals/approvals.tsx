import { Group, Loader, Select, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../design/card.tsx';
import { LoadError } from '../../design/feedback/error-pages.tsx';
import type { Column } from '../../design/lists/column.ts';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { List } from '../../design/lists/list.tsx';
import { rowsOfPage } from '../../design/lists/list-rules.ts';
import { NothingFound } from '../../design/lists/nothing-found.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { usePolling } from '../../design/use-polling.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { pendingQuery } from './approval-queries.ts';
import { type Approval, keepShown, mayDecideAny, poll_approvals_ms } from './approval-rules.ts';
import { ApprovalStateBadge } from './approval-state-badge.tsx';
import { RequestedApproval } from './requested-approval.tsx';
import { isRinging, ring, storeRinging } from './ring.ts';
import { type ApprovalsView, approvalStates, readView } from './view.ts';

/** What the user requested and what they may decide: first what is pending, below all of it. */
export function Approvals() {
  const { t } = useI18n();
  const session = useSession();
  usePolling('approvals', poll_approvals_ms);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <PageTitle>{t('nav.approvals')}</PageTitle>
        {mayDecideAny(session) && <RingSwitch />}
      </Group>
      <Card title={t('approvals.pending')}>
        <Requested />
      </Card>
      <Card title={t('approvals.all')}>
        <History />
      </Card>
    </Stack>
  );
}

function RingSwitch() {
  const { t } = useI18n();
  const [isOn, setOn] = useState(isRinging);
  const turn = (next: boolean) => {
    storeRinging(next);
    setOn(next);
    // So that the user hears what will ring.
    if (next) ring();
  };
  return (
    <Switch label={t('approvals.ring')} checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
  );
}

const none: readonly Approval[] = [];

function Requested() {
  const { t } = useI18n();
  const { data, error, refetch, dataUpdatedAt } = useQuery(pendingQuery);
  const [shown, setShown] = useState(none);
  const next = keepShown(shown, data ?? none);
  if (next !== shown) setShown(next);
  if (data === undefined)
    return error === null ? (
      <Loader role="status" aria-label={t('app.loading')} />
    ) : (
      <LoadError error={error} retry={() => void refetch()} />
    );
  if (next.length === 0) return <Text>{t('approvals.nonePending')}</Text>;
  const pending = new Set(data.map(({ id }) => id));
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('approvals.pending')}>
      {next.map((approval) => (
        <RequestedApproval
          key={approval.id}
          approval={approval}
          isPending={pending.has(approval.id)}
          fetched_at={dataUpdatedAt}
        />
      ))}
    </Stack>
  );
}

function History() {
  const { t } = useI18n();
  const view = useSearch({ from: '/authenticated/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  const show = (part: Partial<Record<keyof ApprovalsView, unknown>>) =>
    void navigate({ search: readView({ ...view, ...part }), replace: true });
  const columns = useColumns();
  const isFiltered = view.state !== undefined || view.mine === true;
  return (
    <Stack gap="sm">
      <FilterBar>
        <Select
          label={t('sales.status')}
          placeholder={t('sales.anyStatus')}
          clearable
          value={view.state ?? null}
          onChange={(state) => show({ state })}
          data={approvalStates.map((value) => ({ value, label: t(`approvals.state.${value}`) }))}
        />
        <Switch
          label={t('approvals.mine')}
          checked={view.mine === true}
          onChange={({ currentTarget }) => show({ mine: currentTarget.checked })}
          mb={8}
        />
      </FilterBar>
      <List
        label={t('approvals.all')}
        queryKey={['approvals', 'list', view]}
        load={(page, signal) => api.listApprovals({ signal, query: { ...view, page, limit: rowsOfPage } })}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <NothingFound onShowAll={() => show({ state: undefined, mine: undefined })} />
          ) : (
            <Text>{t('approvals.none')}</Text>
          )
        }
      />
    </Stack>
  );
}

function useColumns(): Column<Approval>[] {
  const { t, moment } = useI18n();
  const { merchant } = useSession();
  return [
    {
      id: 'summary',
      phone: 'title',
      title: t('approvals.act'),
      width: 'minmax(240px, 2fr)',
      show: ({ summary }) => summary,
    },
    {
      id: 'state',
      phone: 'figure',
      title: t('sales.status'),
      width: 'minmax(110px, 0.7fr)',
      show: ({ state }) => <ApprovalStateBadge state={state} />,
    },
    {
      id: 'requested_by',
      title: t('approvals.requester'),
      width: 'minmax(130px, 1fr)',
      show: ({ requested_by_name }) => requested_by_name,
    },
    {
      id: 'created_at',
      title: t('approvals.requestedAt'),
      width: 'minmax(190px, 1.2fr)',
      show: ({ created_at }) => moment(created_at, merchant.timezone),
    },
    {
      id: 'decided_by',
      phone: 'hidden',
      title: t('approvals.decidedBy'),
      width: 'minmax(130px, 1fr)',
      show: ({ decided_by_name }) => decided_by_name ?? '',
    },
    {
      id: 'reason',
      phone: 'hidden',
      title: t('refund.reason'),
      width: 'minmax(140px, 1fr)',
      show: ({ reason }) => reason ?? '',
    },
  ];
}
