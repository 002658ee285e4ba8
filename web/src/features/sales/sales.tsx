import { Button, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Column } from '../../design/lists/column.ts';
import { EmptyList } from '../../design/lists/empty-list.tsx';
import { List } from '../../design/lists/list.tsx';
import { rowsOfPage } from '../../design/lists/list-rules.ts';
import { NothingFound } from '../../design/lists/nothing-found.tsx';
import { RowLink } from '../../design/lists/row-link.tsx';
import { ViewBar } from '../../design/lists/view-bar.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { SaleStatusBadge } from '../../design/sale-status-badge.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { Filters } from './filters.tsx';
import { useActiveFilters } from './use-active-filters.ts';
import { queryOf, readView, type SalesView } from './view.ts';

type Sale = RowOf<'listTransactions'>;

/** All sales, the latest first. */
export function Sales() {
  const { t } = useI18n();
  const { may } = useSession();
  const view = useSearch({ from: '/authenticated/sales' });
  const navigate = useNavigate({ from: '/sales' });
  const show = (next: SalesView) => void navigate({ search: next, replace: true });
  const columns = useColumns();
  const active = useActiveFilters(view);
  return (
    <Stack gap="sm">
      <PageTitle>{t('sales.title')}</PageTitle>
      <Filters view={view} onChange={show} />
      <ViewBar list="sales" view={view} read={readView} active={active} onShow={show} />
      <List
        label={t('sales.title')}
        queryKey={['sales', view]}
        load={(page, signal) => api.listTransactions({ signal, query: { ...queryOf(view), page, limit: rowsOfPage } })}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          Object.values(view).every((value) => value === undefined) ? (
            <EmptyList icon="sales" text={t('sales.none')}>
              {may('sales:write') && (
                <Button component={Link} to="/till">
                  {t('first.sale')}
                </Button>
              )}
            </EmptyList>
          ) : (
            <NothingFound onShowAll={() => show({})} />
          )
        }
      />
    </Stack>
  );
}

function useColumns(): Column<Sale>[] {
  const { t, money, moment, number } = useI18n();
  const methodName = usePaymentMethodName();
  const { merchant } = useSession();
  return [
    {
      id: 'code',
      phone: 'title',
      opens: true,
      title: t('sales.code'),
      width: 'minmax(145px, 1fr)',
      show: ({ id, transaction_code }) => (
        <RowLink to="/sales/$id" id={id}>
          {transaction_code}
        </RowLink>
      ),
    },
    {
      id: 'time',
      title: t('sales.time'),
      width: 'minmax(152px, 1fr)',
      show: ({ occurred_at }) => moment(occurred_at, merchant.timezone),
    },
    {
      id: 'customer',
      title: t('sale.customer'),
      width: 'minmax(118px, 1.4fr)',
      show: ({ customer }) => customer?.name,
    },
    {
      id: 'cashier',
      isLabelled: true,
      title: t('sales.cashier'),
      width: 'minmax(108px, 1fr)',
      show: ({ cashier }) => cashier.name,
    },
    {
      id: 'status',
      title: t('sales.status'),
      phone: 'status',
      width: 'minmax(168px, 1fr)',
      show: ({ status }) => <SaleStatusBadge status={status} />,
    },
    {
      id: 'method',
      title: t('sales.method'),
      width: 'minmax(132px, 1fr)',
      phone: 'hidden',
      show: ({ payment_method }) => methodName(payment_method),
    },
    {
      id: 'items',
      phone: 'hidden',
      title: t('sales.items'),
      width: 'minmax(66px, 0.5fr)',
      isNumber: true,
      show: ({ item_count }) => number(item_count),
    },
    {
      id: 'amount',
      phone: 'figure',
      title: t('sales.amount'),
      width: 'minmax(104px, 1fr)',
      isNumber: true,
      show: ({ total_amount }) => money(total_amount, merchant.currency),
    },
  ];
}
