import type { TextName } from '../../language/en-audit.ts';
import type { Permission } from '../../session/permissions.ts';
import type { ResponseData } from '../../session/types.ts';

export interface FigureKind {
  name: keyof ResponseData<'getDashboardSummary'>['change'];
  title: TextName;
  isMoney?: boolean;
  /** A decrease is an improvement. */
  isLoss?: boolean;
}

const kinds: readonly FigureKind[] = [
  { name: 'total_sales', title: 'dashboard.sales', isMoney: true },
  { name: 'total_transactions', title: 'dashboard.transactions' },
  { name: 'average_transaction', title: 'dashboard.average', isMoney: true },
  { name: 'items_sold', title: 'dashboard.items' },
  { name: 'gross_profit', title: 'dashboard.profit', isMoney: true },
  { name: 'refunds', title: 'dashboard.refunds', isMoney: true, isLoss: true },
  { name: 'new_customers', title: 'dashboard.newCustomers' },
];

/** The key figures that the user may see. */
export const figuresFor = (may: (what: Permission) => boolean): readonly FigureKind[] =>
  kinds.filter(({ name }) => name !== 'gross_profit' || may('costs:read'));

/** Whether a change in percent is an improvement. */
export const isBetter = (change: number, { isLoss }: Pick<FigureKind, 'isLoss'>): boolean =>
  (isLoss === true ? -change : change) > 0;
