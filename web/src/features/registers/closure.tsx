import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../design/card.tsx';
import { DescriptionList } from '../../design/description-list.tsx';
import { DataPlaceholder, NotFound } from '../../design/feedback/error-pages.tsx';
import { Icon } from '../../design/icons.tsx';
import { FormatMenu } from '../../design/lists/format-menu.tsx';
import { WideTable } from '../../design/lists/wide-table.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, isNotFound } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { timezoneOf } from '../../session/timezone-of.ts';
import { Amounts, ShiftFigures } from './figures.tsx';
import { postingFormats } from './posting-rules.ts';
import { PostingsRefusal, usePostings } from './postings.tsx';
import { RecountClosure } from './recount-closure.tsx';
import { type Closure, useRegisterName } from './register-queries.ts';
import './closure.css';

/** A closure (Z report) on one page that can be printed. */
export function ClosurePage() {
  const { id } = useParams({ from: '/authenticated/shifts/closures/$id' });
  const { data, error, refetch } = useQuery({
    queryKey: ['closures', id],
    queryFn: async ({ signal }) => (await api.getClosure({ signal, path: { id } })).data,
  });
  if (isNotFound(error)) return <NotFound />;
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={420} />;
  return <ClosureDetails closure={data} />;
}

function ClosureDetails({ closure }: { closure: Closure }) {
  const { t } = useI18n();
  const { may } = useSession();
  const postings = usePostings(closure);
  const [isRecounting, setRecounting] = useState(false);
  const { expected, counted, variance, figures, corrections, corrected } = closure;
  return (
    <Stack className="closure">
      <Group justify="space-between" className="closure-actions">
        <TextLink to="/shifts/$id" params={{ id: closure.shift_id }}>
          {t('closures.toShift')}
        </TextLink>
        <Group gap="xs">
          {may('closures:correct') && (
            <Button variant="default" onClick={() => setRecounting(true)}>
              {t('closures.recount')}
            </Button>
          )}
          {may('shifts:expected') && (
            <FormatMenu
              label={t('closures.forAccountant')}
              formats={postingFormats}
              isBusy={postings.isPending}
              onChoose={postings.mutate}
            />
          )}
          <Button leftSection={<Icon name="print" />} onClick={() => globalThis.print()}>
            {t('factor.print')}
          </Button>
        </Group>
      </Group>
      <PostingsRefusal error={postings.error} />
      <ClosureHead closure={closure} />
      {figures === null && <Text c="dimmed">{t('shifts.isBlind')}</Text>}
      <div className="closure-figures">
        <Amounts title={t('shifts.drawer')} expected={expected} counted={counted} variance={variance} />
        {corrected !== null && <Amounts title={t('closures.corrected')} {...corrected} />}
        {corrections.length > 0 && <Corrections closure={closure} />}
        {figures !== null && <ShiftFigures figures={figures} />}
      </div>
      <RecountClosure closure={closure} isOpen={isRecounting} onClose={() => setRecounting(false)} />
    </Stack>
  );
}

function ClosureHead({ closure }: { closure: Closure }) {
  const { t, money, dateTime, date, number } = useI18n();
  const shop = useSession();
  const { merchant, branches } = shop;
  const nameOf = useRegisterName();
  const branch = branches.find(({ id }) => id === closure.branch_id);
  const timezone = timezoneOf(shop, closure.branch_id);
  const { data: shift } = useQuery({
    queryKey: ['shifts', closure.shift_id],
    queryFn: async ({ signal }) => (await api.getShift({ signal, path: { id: closure.shift_id } })).data,
  });
  const at = (time: string, name: string | undefined) =>
    name === undefined ? dateTime(time, timezone) : `${dateTime(time, timezone)} · ${name}`;
  const { lifetime, owing_devices } = closure;
  return (
    <Paper withBorder p="md" component="header">
      <Text fw={600}>{merchant.name}</Text>
      {branch !== undefined && <Text>{branch.name}</Text>}
      {merchant.tax_number !== null && <Text>{t('receipt.taxNumber', { number: merchant.tax_number })}</Text>}
      <PageTitle>{t('closures.of', { number: closure.number, name: nameOf(closure.register_id) })}</PageTitle>
      <DescriptionList
        items={[
          [t('closures.day'), date(closure.business_day)],
          [t('shifts.openedAt'), at(closure.opened_at, shift?.opened_by.name)],
          [t('shifts.closedAt'), at(closure.closed_at, closure.closed_by.name)],
          [t('registers.float'), shift === undefined ? '' : money(shift.opening_float, merchant.currency)],
          [t('closures.lifetimeSales'), lifetime === null ? '' : money(lifetime.sales, merchant.currency)],
          [t('closures.lifetimeRefunds'), lifetime === null ? '' : money(lifetime.refunds, merchant.currency)],
          [t('closures.owing'), owing_devices.length === 0 ? '' : number(owing_devices.length)],
          [t('sale.note'), closure.note],
        ]}
      />
    </Paper>
  );
}

function Corrections({ closure: { corrections, branch_id } }: { closure: Closure }) {
  const { t, money, dateTime } = useI18n();
  const shop = useSession();
  const { merchant } = shop;
  const timezone = timezoneOf(shop, branch_id);
  const methodName = usePaymentMethodName();
  return (
    <Card title={t('closures.corrections')}>
      <WideTable label={t('closures.corrections')} minWidth={240}>
        <Table>
          <Table.Tbody>
            {corrections.map(({ id, kind, method, amount, reason, user, created_at }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  {t(`closures.kind.${kind}`)} · {methodName(method)}
                  <Text size="sm" c="dimmed" className="wrapping">
                    {reason}
                  </Text>
                  <Text size="sm" c="dimmed" hiddenFrom="xs">
                    {user.name} · {dateTime(created_at, timezone)}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="xs">
                  {user.name}
                  <Text size="sm" c="dimmed">
                    {dateTime(created_at, timezone)}
                  </Text>
                </Table.Td>
                <Table.Td className="number">{money(amount, merchant.currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </Card>
  );
}
