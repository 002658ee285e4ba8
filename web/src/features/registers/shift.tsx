import { Alert, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Card } from '../../design/card.tsx';
import { DescriptionList } from '../../design/description-list.tsx';
import { DataPlaceholder, NotFound } from '../../design/feedback/error-pages.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, isNotFound } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { Amounts, ShiftFigures, Variance } from './figures.tsx';
import { Movements } from './movements.tsx';
import { type ShiftReport, useRegisterName } from './register-queries.ts';
import { ShiftActions } from './shift-actions.tsx';
import { ShiftStatusBadge } from './shift-status-badge.tsx';
import { amountOf, cashOf } from './variance.ts';

/** A shift with its sums as of now: the X report. */
export function ShiftPage() {
  const { id } = useParams({ from: '/authenticated/shifts/$id' });
  const { data, error, refetch } = useQuery({
    queryKey: ['shifts', id],
    queryFn: async ({ signal }) => (await api.getShift({ signal, path: { id } })).data,
  });
  if (isNotFound(error)) return <NotFound />;
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={420} />;
  return <ShiftDetails shift={data} />;
}

function ShiftDetails({ shift }: { shift: ShiftReport }) {
  const { t } = useI18n();
  const { may } = useSession();
  const nameOf = useRegisterName();
  const { expected, counted, variance, figures } = shift;
  return (
    <Stack>
      <Group justify="space-between">
        <Group>
          <PageTitle>{t('shifts.shiftOf', { number: shift.number, name: nameOf(shift.register_id) })}</PageTitle>
          <ShiftStatusBadge status={shift.status} />
        </Group>
        <ShiftActions shift={shift} />
      </Group>
      {shift.status === 'counting' && <CountOutcome shift={shift} />}
      {figures === null && <Text c="dimmed">{t('shifts.isBlind')}</Text>}
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
        <ShiftSummary shift={shift} />
        {(expected !== null || counted !== null) && (
          <Amounts title={t('shifts.drawer')} expected={expected} counted={counted} variance={variance} />
        )}
        {figures !== null && <ShiftFigures figures={figures} />}
        {shift.counts.length > 1 && <Counts shift={shift} />}
      </SimpleGrid>
      <Movements shift_id={shift.id} mayVoid={shift.status === 'open' && may('shifts:write')} />
    </Stack>
  );
}

/** What the last count says, and that it can be counted again. */
function CountOutcome({ shift }: { shift: ShiftReport }) {
  const { t, money } = useI18n();
  const { currency } = useSession().merchant;
  const variance = amountOf(shift.variance, 'cash');
  const counted = amountOf(shift.counted, 'cash') ?? 0;
  return (
    <Alert color={variance === undefined || variance === 0 ? 'blue' : 'orange'} role="status">
      <Text>{t('shifts.countedOutcome', { amount: money(counted, currency) })}</Text>
      {variance !== undefined && (
        <Text size="xl" className="figures">
          <Variance variance={variance} />
        </Text>
      )}
      <Text>{t('shifts.countingText')}</Text>
    </Alert>
  );
}

function ShiftSummary({ shift }: { shift: ShiftReport }) {
  const { t, money, dateTime } = useI18n();
  const { merchant, branches } = useSession();
  const { opened_by, opened_at, closed_by, closed_at } = shift;
  const at = (time: string, name: string) => `${dateTime(time, merchant.timezone)} · ${name}`;
  return (
    <Card title={t('sale.about')}>
      <DescriptionList
        items={[
          [t('dashboard.branch'), branches.length > 1 ? branches.find(({ id }) => id === shift.branch_id)?.name : ''],
          [t('shifts.openedAt'), at(opened_at, opened_by.name)],
          [t('shifts.closedAt'), closed_at === null ? '' : at(closed_at, closed_by?.name ?? '')],
          [t('registers.float'), money(shift.opening_float, merchant.currency)],
          [t('sale.note'), shift.note],
          [t('closures.closure'), shift.status === 'closed' ? <ClosureLink key="closure" shift={shift} /> : ''],
        ]}
      />
    </Card>
  );
}

/** Closures of a register are numbered like its shifts, without a gap. */
function ClosureLink({ shift: { id, register_id, number } }: { shift: ShiftReport }) {
  const { t } = useI18n();
  const { data } = useQuery({
    queryKey: ['closures', 'of', id],
    queryFn: async ({ signal }) => {
      const query = { register_id, sort: 'number', limit: 1, page: number };
      return (await api.listClosures({ signal, query })).data.find(({ shift_id }) => shift_id === id) ?? null;
    },
  });
  if (!data) return null;
  return (
    <TextLink to="/shifts/closures/$id" params={{ id: data.id }}>
      {t('closures.number', { number: data.number })}
    </TextLink>
  );
}

/** All counts of a shift that was counted more than once. */
function Counts({ shift: { counts } }: { shift: ShiftReport }) {
  const { t, money, dateTime } = useI18n();
  const { merchant } = useSession();
  return (
    <Card title={t('shifts.counts')}>
      <Table aria-label={t('shifts.counts')}>
        <Table.Tbody>
          {counts.map(({ counted, counted_at, counted_by }) => (
            <Table.Tr key={`${counted_at} ${counted_by.id}`}>
              <Table.Td>
                {counted_by.name}
                <Text size="sm" c="dimmed">
                  {dateTime(counted_at, merchant.timezone)}
                </Text>
              </Table.Td>
              <Table.Td className="number">{money(cashOf(counted), merchant.currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
