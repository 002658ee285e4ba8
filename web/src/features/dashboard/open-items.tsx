import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { pendingQuery } from '../approvals/approval-queries.ts';
import { isForDecision, mayDecideAny } from '../approvals/approval-rules.ts';
import { useRegisterName } from '../registers/register-queries.ts';
import { ShiftStatusBadge } from '../registers/shift-status-badge.tsx';

interface OpenItemsProps {
  branch: string | undefined;
}

/**
 * What waits for a person: a disk that fills up, parked sales, approvals, failed jobs and shifts to close. Hidden if
 * there is nothing.
 */
export function OpenItems({ branch }: OpenItemsProps) {
  const { t, counted } = useI18n();
  const parked = useParkedSales(branch);
  const approvals = useApprovals();
  const failed = useFailedJobs();
  const shifts = useOpenShifts(branch);
  const disk = useDiskState();
  if (parked + approvals + failed + shifts.length === 0 && disk === 'ok') return null;
  return (
    <Card title={t('dashboard.open')}>
      <ul className="dashboard-list">
        {disk !== 'ok' && (
          <li>
            <Text size="sm" {...(disk === 'low' ? {} : { c: 'var(--bad)' })}>
              {t(`dashboard.disk.${disk}`)}
            </Text>
          </li>
        )}
        {approvals > 0 && (
          <li>
            <TextLink to="/approvals" size="sm">
              {counted('dashboard.approvals', approvals)}
            </TextLink>
          </li>
        )}
        {failed > 0 && (
          <li>
            <TextLink to="/settings/jobs" search={{ state: 'failed' }} size="sm" c="var(--bad)">
              {counted('dashboard.failedJobs', failed)}
            </TextLink>
          </li>
        )}
        {parked > 0 && (
          <li>
            <TextLink to="/sales" search={{ status: 'pending', ...(branch === undefined ? {} : { branch }) }} size="sm">
              {counted('dashboard.parked', parked)}
            </TextLink>
          </li>
        )}
        {shifts.length > 0 && (
          <li>
            <div className="growing">
              <Text size="sm" fw={600}>
                {t('dashboard.closeDay')}
              </Text>
              <Text size="sm" c="dimmed">
                {t('dashboard.closeDayText')}
              </Text>
            </div>
          </li>
        )}
        {shifts.map((shift) => (
          <OpenShift key={shift.id} shift={shift} />
        ))}
      </ul>
    </Card>
  );
}

/** Of a list, only its total is needed. */
const only_total = { limit: 1 };

function useParkedSales(branch: string | undefined): number {
  const { data } = useQuery({
    queryKey: ['sales', 'parked', 'count', branch],
    queryFn: async ({ signal }) =>
      (await api.listTransactions({ signal, query: { ...only_total, status: 'pending', branch_id: branch } })).meta
        .total,
  });
  return data ?? 0;
}

/** The shell polls the same query. */
function useApprovals(): number {
  const session = useSession();
  const { data = [] } = useQuery({
    ...pendingQuery,
    enabled: mayDecideAny(session),
  });
  return data.filter((approval) => isForDecision(approval, session.user.id)).length;
}

function useFailedJobs(): number {
  const { may } = useSession();
  const { data } = useQuery({
    queryKey: ['jobs', 'failed', 'count'],
    enabled: may('jobs:read'),
    queryFn: async ({ signal }) =>
      (await api.listJobs({ signal, query: { ...only_total, state: 'failed' } })).meta.total,
  });
  return data ?? 0;
}

const disk_every_ms = 60_000;

/** Of the service, which only owners see. */
function useDiskState() {
  const { may } = useSession();
  const { data } = useQuery({
    queryKey: ['disk-space'],
    enabled: may('jobs:read'),
    refetchInterval: disk_every_ms,
    queryFn: async ({ signal }) => (await api.getDiskSpace({ signal })).data.state,
  });
  return data ?? 'ok';
}

const shifts_at_most = 100;

/** The shifts that are not closed, those being counted first. */
function useOpenShifts(branch: string | undefined) {
  const { data = [] } = useQuery({
    queryKey: ['shifts', 'unclosed', branch],
    queryFn: async ({ signal }) => {
      const query = { limit: shifts_at_most, branch_id: branch };
      const [open, counting] = await Promise.all([
        api.listShifts({ signal, query: { ...query, status: 'open' } }),
        api.listShifts({ signal, query: { ...query, status: 'counting' } }),
      ]);
      return [...counting.data, ...open.data];
    },
  });
  return data;
}

function OpenShift({ shift }: { shift: ReturnType<typeof useOpenShifts>[number] }) {
  const { t, dateTime } = useI18n();
  const { may, merchant } = useSession();
  const nameOf = useRegisterName();
  const { id, register_id, status, opened_at } = shift;
  return (
    <li>
      <Group gap="xs" className="growing">
        <Text size="sm">{nameOf(register_id)}</Text>
        <ShiftStatusBadge status={status} />
        <Text size="sm" c="dimmed">
          {dateTime(opened_at, merchant.timezone)}
        </Text>
      </Group>
      <TextLink
        to="/shifts/$id"
        size="sm"
        params={{ id }}
        aria-label={may('shifts:write') ? t('dashboard.countOf', { name: nameOf(register_id) }) : undefined}
      >
        {t(may('shifts:write') ? 'dashboard.count' : 'shifts.toShift')}
      </TextLink>
    </li>
  );
}
