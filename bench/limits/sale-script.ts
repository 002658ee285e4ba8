import type { Shop } from '../setup/shops.ts';
import { price } from '../setup/shops.ts';

/** Lengths of the texts that one sale of the service wrote. */
export interface SaleTexts {
  /** Type and length of the payload of each event. */
  events: { type: string; length: number }[];
  /** Length of the stored response. */
  answer: number;
}

/**
 * The rows of one sale, written as efficiently as a person could by hand: one transaction, and one statement for each
 * table. The roll-ups, which all tills change, come last, so that their locks are held for the shortest time.
 */
export function saleScript(
  { number, merchant_id, owner_id, branch_id, warehouse_id, products }: Shop,
  { events, answer }: SaleTexts,
): string {
  const m = `'${merchant_id}'::uuid`;
  const part = Math.floor(products / 3);
  const id = (name: string) =>
    `('00000000-${number.toString(16).padStart(4, '0')}-7000-8000-' || lpad(to_hex(:${name}::bigint), 12, '0'))::uuid`;
  const three = `(${['p1', 'p2', 'p3'].map(id).join(', ')})`;
  const total = 3 * price;
  const now = 'now()';
  return `
\\set p1 random(1, ${part})
\\set p2 random(${part + 1}, ${2 * part})
\\set p3 random(${2 * part + 1}, ${3 * part})
begin;
insert into idempotency_keys (merchant_id, key, fingerprint, created_at) values (${m}, 'key ' || gen_random_uuid(), sha256('a request'), ${now}) returning key as kept, uuidv7() as sale \\gset
update stock_levels set on_hand = on_hand - 1, floor = least(0, on_hand - reserved), updated_at = ${now} where merchant_id = ${m} and warehouse_id = '${warehouse_id}' and product_id in ${three};
insert into stock_movements (merchant_id, id, product_id, warehouse_id, quantity, balance, type, reference, source_id, user_id, created_at) select merchant_id, uuidv7(), product_id, warehouse_id, -1, on_hand, 'sale', 'S-20261121-ABCDEFGH', :sale, '${owner_id}', ${now} from stock_levels where merchant_id = ${m} and warehouse_id = '${warehouse_id}' and product_id in ${three};
insert into sales (merchant_id, id, code, status, branch_id, warehouse_id, cashier_id, tax_mode, subtotal, discount, tax, total, cost, item_count, loyalty_rate_ppm, payment_method, occurred_at, business_day, business_hour, created_at, updated_at) values (${m}, :sale, 'S-' || left(:kept, 30), 'completed', '${branch_id}', '${warehouse_id}', '${owner_id}', 'none', ${total}, 0, 0, ${total}, ${total / 2}, 3, 1000000, 'cash', ${now}, current_date, extract(hour from ${now}), ${now}, ${now});
insert into sale_lines (merchant_id, sale_id, line_no, product_id, sku, name, quantity, price, list_price, line_discount, sale_discount, tax_rate_ppm, tax, total, unit_cost, track_stock) select merchant_id, :sale, row_number() over (), id, sku, name, 1, price, price, 0, 0, 0, 0, price, cost, true from products where merchant_id = ${m} and id in ${three};
insert into sale_payments (merchant_id, id, sale_id, method, amount, created_at) values (${m}, uuidv7(), :sale, 'cash', ${total}, ${now});
insert into events (merchant_id, id, type, subject_id, user_id, payload, created_at) values ${events.map(({ type, length }) => `(${m}, uuidv7(), '${type}', :sale, '${owner_id}', repeat('x', ${length}), ${now})`).join(', ')};
update idempotency_keys set status = 201, body = repeat('x', ${answer}) where merchant_id = ${m} and key = :kept;
insert into sales_rollups_by_product as t (merchant_id, branch_id, day, product_id, quantity, revenue, cost) values ${['p1', 'p2', 'p3'].map((name) => `(${m}, '${branch_id}', current_date, ${id(name)}, 1, ${price}, ${price / 2})`).join(', ')} on conflict (merchant_id, branch_id, day, product_id) do update set quantity = t.quantity + 1, revenue = t.revenue + excluded.revenue, cost = t.cost + excluded.cost;
insert into sales_rollups_by_method as t (merchant_id, branch_id, day, method, payments, amount) values (${m}, '${branch_id}', current_date, 'cash', 1, ${total}) on conflict (merchant_id, branch_id, day, method) do update set payments = t.payments + 1, amount = t.amount + excluded.amount;
insert into sales_rollups as t (merchant_id, branch_id, day, hour, sales, items_sold, gross, discounts, refunds, tax, cost) values (${m}, '${branch_id}', current_date, extract(hour from ${now}), 1, 3, ${total}, 0, 0, 0, ${total / 2}) on conflict (merchant_id, branch_id, day, hour) do update set sales = t.sales + 1, items_sold = t.items_sold + 3, gross = t.gross + excluded.gross, cost = t.cost + excluded.cost, changes = t.changes + 1;
commit;
`;
}
