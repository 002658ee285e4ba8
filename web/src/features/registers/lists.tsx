import type { Column } from '../../design/lists/column.ts';
import { EmptyList } from '../../design/lists/empty-list.tsx';
import { List } from '../../design/lists/list.tsx';
import { rowsOfPage } from '../../design/lists/list-rules.ts';
import { NothingFound } from '../../design/lists/nothing-found.tsx';
import { RowLink } from '../../design/lists/row-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { Variance } from './figures.tsx';
import { type Shift, useRegisterName } from './register-queries.ts';
import { ShiftStatusBadge } from './shift-status-badge.tsx';
import { amountOf, cashOf, type MethodAmount } from './variance.ts';
import { queryOf, type ShiftsView } from './view.ts';

interface ListProps {
  view: ShiftsView;
  onShowAll(): void;
}

const isFiltered = ({ register, branch, status }: ShiftsView) =>
  register !== undefined || branch !== undefined || status !== undefined;

/** All shifts, the latest first. */
export function ShiftList({ view, onShowAll }: ListProps) {
  const { t } = useI18n();
  const columns = useShiftColumns();
  return (
    <List
      label={t('nav.shifts')}
      queryKey={['shifts', 'list', view]}
      load={(page, signal) =>
        api.listShifts({ signal, query: { ...queryOf(view), status: view.status, page, limit: rowsOfPage } })
      }
      columns={columns}
      keyOf={({ id }) => id}
      empty={
        isFiltered(view) ? <NothingFound onShowAll={onShowAll} /> : <EmptyList icon="shifts" text={t('shifts.none')} />
      }
    />
  );
}

function CashVariance({ variance }: { variance: readonly MethodAmount[] | null }) {
  const cash = amountOf(variance, 'cash');
  return cash === undefined ? '' : <Variance variance={cash} />;
}

function useShiftColumns(): Column<Shift>[] {
  const { t, money, moment, number } = useI18n();
  const { merchant } = useSession();
  const nameOf = useRegisterName();
  return [
    {
      id: 'number',
      phone: 'title',
      opens: true,
      title: t('shifts.shift'),
      width: 'minmax(150px, 1.2fr)',
      show: (shift) => (
        <RowLink to="/shifts/$id" id={shift.id}>
          {`${nameOf(shift.register_id)} · ${number(shift.number)}`}
        </RowLink>
      ),
    },
    {
      id: 'status',
      title: t('sales.status'),
      phone: 'status',
      width: 'minmax(120px, 0.8fr)',
      show: ({ status }) => <ShiftStatusBadge status={status} />,
    },
    {
      id: 'opened',
      title: t('shifts.openedAt'),
      width: 'minmax(190px, 1.2fr)',
      show: ({ opened_at }) => moment(opened_at, merchant.timezone),
    },
    {
      id: 'opened_by',
      title: t('shifts.openedBy'),
      width: 'minmax(130px, 1fr)',
      show: ({ opened_by }) => opened_by.name,
    },
    {
      id: 'counted',
      phone: 'hidden',
      title: t('shifts.countedCash'),
      width: 'minmax(120px, 1fr)',
      isNumber: true,
      show: ({ counted }) => {
        const cash = amountOf(counted, 'cash');
        return cash === undefined ? '' : money(cash, merchant.currency);
      },
    },
    {
      id: 'variance',
      phone: 'figure',
      title: t('shifts.variance'),
      width: 'minmax(140px, 1fr)',
      isNumber: true,
      show: ({ variance }) => <CashVariance variance={variance} />,
    },
  ];
}

/** All closures, the latest first. */
export function ClosureList({ view, onShowAll }: ListProps) {
  const { t } = useI18n();
  const columns = useClosureColumns();
  return (
    <List
      label={t('closures.title')}
      queryKey={['closures', 'list', view]}
      load={(page, signal) => api.listClosures({ signal, query: { ...queryOf(view), page, limit: rowsOfPage } })}
      columns={columns}
      keyOf={({ id }) => id}
      empty={
        isFiltered(view) ? (
          <NothingFound onShowAll={onShowAll} />
        ) : (
          <EmptyList icon="shifts" text={t('closures.none')} />
        )
      }
    />
  );
}

function useClosureColumns(): Column<RowOf<'listClosures'>>[] {
  const { t, money, moment, day, number } = useI18n();
  const { merchant } = useSession();
  const nameOf = useRegisterName();
  return [
    {
      id: 'number',
      phone: 'title',
      opens: true,
      title: t('closures.closure'),
      width: 'minmax(150px, 1.2fr)',
      show: (closure) => (
        <RowLink to="/shifts/closures/$id" id={closure.id}>
          {`${nameOf(closure.register_id)} · ${number(closure.number)}`}
        </RowLink>
      ),
    },
    {
      id: 'day',
      title: t('closures.day'),
      width: 'minmax(110px, 0.8fr)',
      show: ({ business_day }) => day(business_day),
    },
    {
      id: 'closed',
      phone: 'hidden',
      title: t('shifts.closedAt'),
      width: 'minmax(190px, 1.2fr)',
      show: ({ closed_at }) => moment(closed_at, merchant.timezone),
    },
    {
      id: 'closed_by',
      title: t('shifts.closedBy'),
      width: 'minmax(130px, 1fr)',
      show: ({ closed_by }) => closed_by.name,
    },
    {
      id: 'counted',
      phone: 'hidden',
      title: t('shifts.countedCash'),
      width: 'minmax(120px, 1fr)',
      isNumber: true,
      show: ({ counted }) => money(cashOf(counted), merchant.currency),
    },
    {
      id: 'variance',
      phone: 'figure',
      title: t('shifts.variance'),
      width: 'minmax(140px, 1fr)',
      isNumber: true,
      show: ({ variance }) => <CashVariance variance={variance} />,
    },
  ];
}
