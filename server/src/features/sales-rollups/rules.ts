import type { Minor } from '@tillhouse/core/money';
import type { Day } from '../../core/calendar.ts';

/** Signed changes to the roll-ups of one hour of one branch: added by a sale, subtracted by a refund or void. */
export interface RollupChange {
  branch_id: string;
  day: Day;
  /** 0 to 23, in the branch's time zone. */
  hour: number;
  sales: number;
  items_sold: number;
  /** Before discounts and refunds, with tax. */
  gross: Minor;
  discounts: Minor;
  refunds: Minor;
  /** Net of refunds, like `cost`. */
  tax: Minor;
  cost: Minor;
  methods: { method: string; payments: number; amount: Minor }[];
  products: ProductChange[];
}

/** Signed changes of a product. Its gross sales are revenue + discounts + refunds. */
export interface ProductChange {
  product_id: string;
  /** Net of returned goods. */
  quantity: number;
  /** Net of refunds, with tax. */
  revenue: Minor;
  discounts: Minor;
  refunds: Minor;
  tax: Minor;
  cost: Minor;
}

export type HourRow = Omit<RollupChange, 'methods' | 'products'>;
export type MethodRow = Pick<RollupChange, 'branch_id' | 'day'> & RollupChange['methods'][number];
export type ProductRow = Pick<RollupChange, 'branch_id' | 'day'> & RollupChange['products'][number];

type Numeric<Row> = { [Name in keyof Row]: Row[Name] extends number | bigint ? Name : never }[keyof Row];

/** One row per key, with summed figures: an upsert cannot touch a row twice. */
function sumRows<Row extends object>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  figures: readonly Numeric<Row>[],
): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...row });
    else for (const name of figures) sum[name] = add(sum[name], row[name]) as Row[typeof name];
  }
  return [...sums.values()];
}

const add = (a: unknown, b: unknown): unknown =>
  typeof a === 'bigint' ? a + (b as bigint) : (a as number) + (b as number);

/** The rows of the three roll-ups that these changes add to, each row once. */
export function rowsOf(changes: readonly RollupChange[]): {
  hours: HourRow[];
  methods: MethodRow[];
  products: ProductRow[];
} {
  const hours = changes.map(({ methods: _, products: __, ...hour }) => hour);
  const methods = changes.flatMap(({ branch_id, day, methods }) => methods.map((row) => ({ branch_id, day, ...row })));
  const products = changes.flatMap(({ branch_id, day, products }) =>
    products.map((row) => ({ branch_id, day, ...row })),
  );
  return {
    hours: sumRows(hours, (row) => `${row.branch_id} ${row.day} ${row.hour}`, [
      'sales',
      'items_sold',
      'gross',
      'discounts',
      'refunds',
      'tax',
      'cost',
    ]),
    methods: sumRows(methods, (row) => `${row.branch_id} ${row.day} ${row.method}`, ['payments', 'amount']),
    products: sumRows(products, (row) => `${row.branch_id} ${row.day} ${row.product_id}`, [
      'quantity',
      'revenue',
      'discounts',
      'refunds',
      'tax',
      'cost',
    ]),
  };
}
