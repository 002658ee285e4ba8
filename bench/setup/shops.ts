import { createHmac } from 'node:crypto';
import pg from 'pg';
import { no_merchant_id } from '../../server/src/core/ids.ts';
import { hashPassword } from '../../server/src/features/auth/accounts/passwords.ts';
import { registerUser } from '../../server/src/features/auth/accounts/users.ts';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { createDatabase } from '../../server/src/platform/database/database.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { createPool } from '../../server/src/platform/database/pool/pool.ts';

/** A merchant with a catalogue, inserted into the tables, so that both sides of a benchmark have the same data. */
export interface Shop {
  number: number;
  merchant_id: string;
  owner_id: string;
  email: string;
  branch_id: string;
  warehouse_id: string;
  products: number;
}

export const password = 'a good long password';
export const price = 990;

/** The id of a product by its number, so that a script can compute it. */
export const productId = (shop: number, number: number): string =>
  `00000000-${hex(shop, 4)}-7000-8000-${hex(number, 12)}`;

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

export const idsOf = ({ number, products }: Shop): string[] =>
  Array.from({ length: products }, (_, index) => productId(number, index + 1));

export async function openShops(admin: Connection, count: number, products: number): Promise<Shop[]> {
  const pool = createPool(await prepareServiceRole(admin), { size: 1, onLost: () => undefined });
  const client = new pg.Client({ ...admin });
  await client.connect();
  try {
    const database = createDatabase(pool);
    const password_hash = await hashPassword(password, 1_024);
    const shops: Shop[] = [];
    for (let number = 0; number < count; number += 1) {
      const email = `owner-${number}@bench.example`;
      const registration = { email, password_hash, name: `Owner ${number}`, currency: 'EUR', timezone: 'UTC' };
      const { user_id } = await database.transaction(no_merchant_id, (tx) =>
        registerUser(tx, registration, new Date().toISOString()),
      );
      const { rows } = await client.query<Pick<Shop, 'merchant_id' | 'branch_id' | 'warehouse_id'>>(
        `select w.merchant_id, w.branch_id, w.id as warehouse_id from users u join warehouses w on w.merchant_id = u.home_merchant_id where u.id = $1`,
        [user_id],
      );
      if (rows[0] === undefined) throw new Error('the new merchant has no warehouse');
      const shop = { number, owner_id: user_id, email, products, ...rows[0] };
      await fill(client, shop);
      shops.push(shop);
    }
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    return shops;
  } finally {
    await client.end();
    await pool.end();
  }
}

async function fill(client: pg.Client, { number, merchant_id, warehouse_id, products }: Shop): Promise<void> {
  await client.query(
    `insert into products (merchant_id, id, sku, name, description, price, cost, created_at, updated_at)
     select $1, ('00000000-${hex(number, 4)}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'SKU-' || lpad(n::text, 7, '0'),
       (array['Green', 'Black', 'Small', 'Large', 'Fresh', 'Dried', 'Dark', 'Light'])[1 + n % 8] || ' '
         || (array['tea', 'coffee', 'sugar', 'flour', 'soap', 'candle', 'notebook', 'lamp', 'apple', 'shirt', 'cable'])[1 + n % 11] || ' ' || n,
       'The description of a product', ${price}, ${price / 2}, now() - n * interval '1 second', now() - n * interval '1 second'
     from generate_series(1, $2::int) n`,
    [merchant_id, products],
  );
  await client.query(
    `insert into stock_levels (merchant_id, product_id, warehouse_id, on_hand, updated_at)
     select merchant_id, id, $2, 1000000, now() from products where merchant_id = $1`,
    [merchant_id, warehouse_id],
  );
  await client.query(
    `insert into stock_movements (merchant_id, id, product_id, warehouse_id, quantity, balance, type, created_at)
     select merchant_id, gen_random_uuid(), product_id, warehouse_id, on_hand, on_hand, 'initial', updated_at from stock_levels where merchant_id = $1`,
    [merchant_id],
  );
}

/** Updates the statistics of the planner. */
export async function analyze(admin: Connection): Promise<void> {
  const client = new pg.Client({ ...admin });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

/** The same token, valid for a day instead of fifteen minutes, for long runs. */
export function extendToken(token: string, secret: string): string {
  const [head = '', body = ''] = token.split('.');
  const claims = {
    ...JSON.parse(Buffer.from(body, 'base64url').toString()),
    exp: Math.floor(Date.now() / 1_000) + 86_400,
  };
  const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
