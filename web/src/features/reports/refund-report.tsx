import { Select, Stack } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { LoadMore, useCursorPages } from '../../design/lists/load-more.tsx';
import { RowLink } from '../../design/lists/row-link.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { queryOf } from './breakdown.tsx';
import { FiguresTable } from './figures-table.tsx';
import { RefundReasons } from './refund-reasons.tsx';
import { type Days, type ReportsView, refundKinds } from './view.ts';

type RefundRow = RowOf<'reportSalesRefunds'>;

interface RefundReportProps {
  days: Days;
  view: ReportsView;
  onChange(change: { kind?: ReportsView['kind'] | undefined; person?: string | undefined }): void;
}

/** Refunds and voids, newest first, with their reasons and links to the sales. */
export function RefundReport({ days, view: { branch, kind, person }, onChange }: RefundReportProps) {
  const { t, money, dateTime } = useI18n();
  const { merchant } = useSession();
  const methodName = usePaymentMethodName();
  const query = {
    ...queryOf(days, branch),
    ...(kind === undefined ? {} : { kind }),
    ...(person === undefined ? {} : { user_id: person }),
  };
  const list = useCursorPages<RefundRow>(['reports', 'refunds', query], (cursor, signal) =>
    api.reportSalesRefunds({ signal, query: { ...query, limit: 50, ...cursor } }),
  );
  const rows = list.rows ?? [];
  const nameOf = ({ user_name }: RefundRow) => user_name ?? t('reports.unknownPerson');
  const people = new Map(rows.flatMap((row) => (row.user_id === null ? [] : [[row.user_id, nameOf(row)] as const])));
  if (person !== undefined && !people.has(person)) people.set(person, t('reports.chosenPerson'));
  const label = t('reports.about.refunds');
  const headings = [
    ...[t('sales.time'), t('reports.kind'), t('reports.sale'), t('sales.cashier'), t('refund.reason')],
    ...[t('sales.method'), t('sales.amount')],
  ];
  return (
    <Stack>
      <FilterBar>
        <Select
          label={t('reports.kind')}
          placeholder={t('reports.anyKind')}
          clearable
          value={kind ?? null}
          onChange={(next) => onChange({ kind: refundKinds.find((known) => known === next) })}
          data={refundKinds.map((value) => ({ value, label: t(`reports.kind.${value}`) }))}
        />
        <Select
          label={t('sales.cashier')}
          placeholder={t('reports.anyPerson')}
          clearable
          value={person ?? null}
          onChange={(next) => onChange({ person: next ?? undefined })}
          data={[...people].map(([value, name]) => ({ value, label: name }))}
        />
      </FilterBar>
      <RefundReasons query={query} />
      <Card title={label}>
        {list.rows === undefined ? (
          <DataPlaceholder error={list.error} refetch={list.refetch} height={320} />
        ) : (
          <FiguresTable
            label={label}
            narrow={{ lead: 2, main: 6, details: [5] }}
            texts={6}
            headings={headings}
            none={t('reports.noRefunds')}
            rows={rows.map((row) => ({
              id: row.id,
              cells: [
                dateTime(row.created_at, merchant.timezone),
                t(`reports.kind.${row.kind}`),
                <RowLink key="sale" to="/sales/$id" id={row.transaction_id}>
                  <span className="whole">{row.transaction_code}</span>
                </RowLink>,
                nameOf(row),
                row.reason ?? '',
                methodName(row.payment_method),
                money(row.amount, merchant.currency),
              ],
            }))}
          />
        )}
        <LoadMore list={list} />
      </Card>
    </Stack>
  );
}
