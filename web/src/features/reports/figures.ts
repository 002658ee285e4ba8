import type { TextName } from '../../language/en-audit.ts';
import type { Permission } from '../../session/permissions.ts';

type SumName =
  | 'gross_sales'
  | 'discounts'
  | 'refunds'
  | 'total_sales'
  | 'rounding'
  | 'tax'
  | 'cost'
  | 'gross_profit'
  | 'total_transactions'
  | 'items_sold'
  | 'average_transaction';

export interface Sum {
  name: SumName;
  title: TextName;
  /** Not an amount of money. */
  isCount?: boolean;
  isCost?: boolean;
  /** Shown only if it is not 0 in one of the periods. */
  isRare?: boolean;
}

/** The figures of the summary, each after those that it is computed from. */
const sums: readonly Sum[] = [
  { name: 'gross_sales', title: 'reports.gross' },
  { name: 'discounts', title: 'reports.discounts' },
  { name: 'refunds', title: 'reports.refunds' },
  { name: 'total_sales', title: 'reports.total' },
  { name: 'rounding', title: 'sale.rounding', isRare: true },
  { name: 'tax', title: 'reports.tax' },
  { name: 'cost', title: 'reports.cost', isCost: true },
  { name: 'gross_profit', title: 'reports.profit', isCost: true },
  { name: 'total_transactions', title: 'reports.transactions', isCount: true },
  { name: 'items_sold', title: 'reports.items', isCount: true },
  { name: 'average_transaction', title: 'reports.average' },
];

/** The figures that the user may see. */
export const sumsFor = (may: (what: Permission) => boolean): readonly Sum[] =>
  sums.filter(({ isCost }) => isCost !== true || may('costs:read'));

/** The change since the previous period in percent; `undefined` if there was nothing. */
export const changeSince = (was: number, is: number): number | undefined =>
  was === 0 ? undefined : ((is - was) / Math.abs(was)) * 100;

/** Each branch needs a request of its own. A shop with more branches uses the branch filter. */
const branches_at_most = 12;

/** The branches to show side by side; none for a single branch. */
export const branchesToCompare = <Branch>(branches: readonly Branch[]): readonly Branch[] =>
  branches.length > 1 && branches.length <= branches_at_most ? branches : [];

const exports_at_most = 5;

/** The user's latest exports. An owner also gets the exports of other users. */
export const latestExportsOf = <Export extends { user_id: string | null }>(
  user_id: string,
  exports: readonly Export[],
): Export[] => exports.filter((one) => one.user_id === user_id).slice(0, exports_at_most);
