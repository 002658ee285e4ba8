import type { TextName } from '../../language/en-audit.ts';
import type { Permission } from '../../session/permissions.ts';
import type { ResponseData } from '../../session/types.ts';

export type Summary = ResponseData<'getDashboardSummary'>;

export interface FigureKind {
  name: keyof Summary['comparison']['change'];
  title: TextName;
  isMoney?: boolean;
  /** A decrease is an improvement. */
  isLoss?: boolean;
}

const transactions: FigureKind = { name: 'total_transactions', title: 'dashboard.transactions' };
const average: FigureKind = { name: 'average_transaction', title: 'dashboard.average', isMoney: true };
const items: FigureKind = { name: 'items_sold', title: 'dashboard.items' };
const profit: FigureKind = { name: 'gross_profit', title: 'dashboard.profit', isMoney: true };
export const refunds: FigureKind = { name: 'refunds', title: 'dashboard.refunds', isMoney: true, isLoss: true };

/**
 * The four figures beside the sales. The profit is only for those who may see costs; others see the refunds in its
 * place.
 */
export const figuresFor = (may: (what: Permission) => boolean): readonly FigureKind[] => [
  transactions,
  average,
  items,
  may('costs:read') ? profit : refunds,
];

/** By how much a change is an improvement. */
export const gainOf = (change: number, { isLoss }: Pick<FigureKind, 'isLoss'>): number =>
  isLoss === true ? -change : change;

/**
 * How the text beside a change names the earlier period: by its weekday, if it is the same one a week before, else by
 * its days.
 */
export type ComparedName = 'dashboard.vsWeekday' | 'dashboard.vsTime' | 'dashboard.vs';

export function comparedName({ start_date, end_date, until }: Summary['comparison']): ComparedName {
  if (until === null) return 'dashboard.vs';
  return start_date === end_date ? 'dashboard.vsWeekday' : 'dashboard.vsTime';
}

/** The payments of each method in percent of all, unrounded. A method that paid nothing in sum has 0. */
export function sharesOf(methods: readonly { amount: number }[]): number[] {
  const paid = methods.map(({ amount }) => Math.max(0, amount));
  const whole = paid.reduce((sum, amount) => sum + amount, 0);
  return paid.map((amount) => (whole === 0 ? 0 : (amount / whole) * 100));
}
