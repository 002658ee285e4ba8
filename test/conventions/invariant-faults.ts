import type { Shop } from '../shop.ts';
import { eventFaultsOf } from './event-faults.ts';
import { journalFaultsOf } from './journal-faults.ts';
import { registerFaultsOf } from './register-faults.ts';
import { rollupFaultsOf } from './rollup-faults.ts';

/** A column without a default that must not be null. */
export interface RequiredColumn {
  table_name: string;
  column_name: string;
  data_type: string;
}

type Fields = Record<string, string | number>;

/** SQL statements that violate each invariant in the database of a shop, and a complete sale, which violates none. */
export function faultsOf(
  { merchant_id, branch_id, warehouse_id, owner_id }: Shop,
  requiredColumns: readonly RequiredColumn[],
) {
  const one = '00000000-0000-7000-8000-000000000001';
  const two = '00000000-0000-7000-8000-000000000002';

  const at = '2026-03-01T10:00:00Z';
  const later = '2026-03-01T10:00:01Z';
  const day = '2026-03-01';

  /** The values of required columns that a fault does not set. */
  const defaults: Record<string, string | number> = {
    boolean: 'false',
    bytea: '',
    date: day,
    'timestamp with time zone': at,
    text: '',
    uuid: one,
  };

  /** An insert statement with the given columns and the other required columns of the table. */
  function row(table: string, fields: Fields): string {
    const others = requiredColumns
      .filter(({ table_name }) => table_name === table)
      .map(({ column_name, data_type }) => [column_name, defaults[data_type] ?? 0]);
    const all: Fields = { ...Object.fromEntries(others), merchant_id, ...fields };
    const values = Object.values(all).map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
    return `insert into ${table} (${Object.keys(all).join(', ')}) values (${values.join(', ')})`;
  }

  const sale = (fields: Fields = {}) =>
    row('sales', {
      status: 'completed',
      branch_id,
      warehouse_id,
      cashier_id: owner_id,
      tax_mode: 'exclusive',
      subtotal: 100,
      total: 100,
      cost: 40,
      item_count: 1,
      business_day: day,
      ...fields,
    });

  const approval = (fields: Fields) =>
    row('approvals', {
      state: 'consumed',
      action: 'refund',
      payload_sha256: '\\x'.padEnd(66, '0'),
      requested_by: owner_id,
      decided_by: two,
      decided_role: 'manager',
      decided_at: '2026-03-01T09:59:59Z',
      consumed_at: '2026-03-01T09:59:59Z',
      summary: 'Void',
      created_at: '2026-03-01T09:59:58Z',
      expires_at: at,
      ...fields,
    });

  const line = (fields: Fields = {}) =>
    row('sale_lines', {
      line_no: 1,
      product_id: two,
      sku: 'S',
      quantity: 1,
      price: 100,
      total: 100,
      unit_cost: 40,
      track_stock: 'true',
      ...fields,
    });

  const payment = (fields: Fields = {}) => row('sale_payments', { method: 'cash', amount: 100, ...fields });

  const refund = (fields: Fields = {}) =>
    row('refunds', { amount: 10, user_id: owner_id, business_day: day, ...fields });

  const refundLine = (fields: Fields = {}) =>
    row('refund_lines', { line_no: 1, sale_line_no: 1, product_id: two, quantity: 1, amount: 10, ...fields });

  const level = (fields: Fields = {}) => row('stock_levels', { product_id: two, warehouse_id, on_hand: 5, ...fields });

  const movement = (fields: Fields = {}) =>
    row('stock_movements', { product_id: two, warehouse_id, quantity: 5, balance: 5, type: 'initial', ...fields });

  /** The payment of a sale by five points. `points` is its ledger entry. */
  const byPoints = (fields: Fields = {}) => payment({ method: 'points', points: 5, ...fields });

  const points = (fields: Fields = {}) =>
    row('points_entries', { customer_id: one, sale_id: one, type: 'redeemed', points: -5, ...fields });

  const customer = (fields: Fields = {}) => row('customers', { name: 'N', ...fields });

  const rollups = (fields: Fields = {}) =>
    row('sales_rollups', { branch_id, day, sales: 1, items_sold: 1, gross: 100, cost: 40, ...fields });

  const byMethod = (fields: Fields = {}) =>
    row('sales_rollups_by_method', { branch_id, day, method: 'cash', payments: 1, amount: 100, ...fields });

  const byProduct = (fields: Fields = {}) =>
    row('sales_rollups_by_product', {
      branch_id,
      day,
      product_id: two,
      quantity: 1,
      revenue: 100,
      cost: 40,
      ...fields,
    });

  let events = 0;
  const event = (type: string, subject_id: string, fields: Fields = {}) =>
    row('events', {
      type,
      subject_id,
      id: `00000000-0000-7000-8000-${String(++events).padStart(12, '0')}`,
      payload: '{}',
      ...fields,
    });

  const movementEvent = (id: string) => event('stock.moved', two, { payload: `{"movement":{"id":"${id}"}}` });

  /** A sale with its stock, payment, roll-ups and events. It violates no invariant. */
  const wholeSale = [
    level({ on_hand: 4 }),
    movement(),
    movement({ id: two, quantity: -1, balance: 4, type: 'sale', source_id: one }),
    sale(),
    line(),
    payment(),
    rollups(),
    byMethod(),
    byProduct(),
    event('sale.completed', one),
    movementEvent(one),
    movementEvent(two),
  ];

  const aProduct = (fields: Fields = {}) => row('products', { sku: 'S', name: 'N', ...fields });

  /** The faults of each invariant. Foreign keys are not checked, so a fault needs only its own rows. */
  const faults: Record<string, string[][]> = {
    I1: [[level()], [level(), movement({ quantity: 4 })]],
    I2: [
      [level({ reserved: 1 }), movement()],
      [level(), movement(), sale({ status: 'pending' }), line()],
    ],
    I3: [
      [movement({ type: 'transfer_out', quantity: -5, source_id: one })],
      [
        movement({ type: 'transfer_out', quantity: -5, source_id: one }),
        movement({ id: two, type: 'transfer_in', quantity: 4, warehouse_id: two, source_id: one }),
      ],
    ],
    I4: [
      [sale(), line({ total: 99 })],
      [sale({ subtotal: 101 }), line()],
      [sale({ discount: 1 }), line()],
      [sale({ tax: 1 }), line()],
      [sale({ item_count: 2 }), line()],
      [sale({ cost: 41 }), line()],
      [sale({ tax: 5 }), line({ tax: 5 })],
      [sale({ tax: 5, total: 105, tax_mode: 'inclusive' }), line({ tax: 5, total: 105 })],
    ],
    I5: [[sale()], [sale(), payment({ amount: 99 })], [sale({ rounding: 1 }), payment()]],
    I6: [
      [sale({ refunded_amount: 10, status: 'partially_refunded' })],
      [sale(), refund()],
      [sale({ refunded_amount: 10 }), refund()],
      [sale({ refunded_amount: 10, refunded_tax: 1, tax: 1, status: 'partially_refunded' }), refund()],
      [sale({ refunded_amount: 100, status: 'partially_refunded' }), refund({ amount: 100 })],
      [sale({ refunded_amount: 10, status: 'refunded' }), refund()],
    ],
    I7: [
      [sale(), line({ refunded_quantity: 1 })],
      [sale(), line(), refund(), refundLine()],
      [sale(), line({ refunded_quantity: 1 }), refund(), refundLine()],
      [sale(), line({ refunded_quantity: 1, refunded_amount: 10, tax: 1, refunded_tax: 1 }), refund(), refundLine()],
    ],
    I8: [[customer({ points: 1 })]],
    I9: [
      [customer({ lifetime_value: 1 })],
      [customer(), sale({ customer_id: one })],
      [customer({ lifetime_value: 100 }), sale({ customer_id: one }), byPoints()],
      [customer(), sale({ customer_id: one }), byPoints(), refund({ points_amount: 10 })],
    ],
    I13: [
      [sale(), line()],
      [...wholeSale, `update sales set status = 'voided'`],
      [
        ...wholeSale,
        movement({
          id: '00000000-0000-7000-8000-000000000003',
          quantity: -1,
          balance: 3,
          type: 'sale',
          source_id: one,
        }),
      ],
    ],
    I14: [
      [`update branches set is_default = false`],
      [`update warehouses set is_default = false`],
      [`update memberships set role = 'manager'`],
      [`update memberships set deactivated_at = created_at`],
    ],
    I15: [[row('idempotency_keys', { key: 'key a' })]],
    I16: [
      [
        `update memberships set role = 'cashier', branch_id = '${branch_id}'`,
        row('member_branches', { user_id: owner_id, branch_id: two }),
      ],
      [`update memberships set role = 'cashier'`, row('member_branches', { user_id: owner_id, branch_id })],
      [`update memberships set branch_id = '${branch_id}'`, row('member_branches', { user_id: owner_id, branch_id })],
    ],
    I17: [
      [sale({ points_redeemed: 5 })],
      [sale({ points_redeemed: 5, customer_id: one }), byPoints()],
      [sale({ customer_id: one }), byPoints(), points()],
      [sale({ points_redeemed: 5, customer_id: two }), byPoints(), points()],
      [sale({ points_redeemed: 5, customer_id: one }), payment({ points: 5 }), points()],
    ],
    I18: [
      [sale({ points_redeemed: 5, status: 'voided' })],
      [sale({ points_redeemed: 5, status: 'refunded' })],
      [sale({ points_redeemed: 5, status: 'voided' }), points({ type: 'returned', points: 4 })],
      [sale({ points_redeemed: 5, status: 'voided' }), points({ type: 'returned', points: 6 })],
      [sale({ points_redeemed: 5 }), points({ type: 'returned', points: 1 })],
      [sale({ points_redeemed: 5 }), refund({ points_returned: 1 })],
    ],
    I30: [
      [approval({ decided_by: owner_id })],
      [approval({ decided_at: later })],
      [approval({ consumed_at: later })],
      [approval({ consumed_at: '2026-03-01T09:59:58Z' })],
    ],
    I31: [
      [sale({ rounding: 1 }), payment({ amount: 101, method: 'card' })],
      [sale({ rounding: 1, status: 'pending' }), payment({ amount: 101 })],
      [sale(), refund({ rounding: 1, payment_method: 'card', remaining_refundable: 1 })],
    ],
    I33: [
      [aProduct({ id: two, min_stock: 5, track_stock: 'true' }), level({ on_hand: 0 })],
      [aProduct({ id: two, track_stock: 'true' }), level({ on_hand: 0, reorder_point: 5 })],
      [aProduct({ id: two, min_stock: 5, track_stock: 'false' }), level({ on_hand: 0, reorder_point: 5 })],
      [aProduct({ id: two, min_stock: 5, deleted_at: at }), level({ on_hand: 0, reorder_point: 5 })],
    ],
  };
  const shared = { row, event, sale, payment, refund, wholeSale, branch_id, owner_id };
  Object.assign(
    faults,
    rollupFaultsOf({ ...shared, rollups, byMethod, byProduct }),
    eventFaultsOf({ ...shared, movementEvent, points, customer, aProduct }),
  );
  const atRegister = registerFaultsOf(shared);
  for (const [id, more] of Object.entries(atRegister.faults)) faults[id] = [...(faults[id] ?? []), ...more];
  const { faults: ofJournals, ...journals } = journalFaultsOf({ row, merchant_id, owner_id });
  faults.I32 = ofJournals;
  return { wholeSale, wholeDay: atRegister.wholeDay, journals, faults, row, event, two };
}
