import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { openTestBed, type TestBed } from '../../proof/test-bed.ts';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { extendToken, idsOf, openShops, password, type Shop } from './shops.ts';

export interface OpenShop extends Shop {
  token: string;
  /** Ids of its products, at most a thousand. */
  ids: string[];
}

/** The service as in production, in a separate process with the embedded database, but without a rate limit. */
export interface BenchService {
  testBed: TestBed;
  port: number;
  secret: string;
  admin: Connection;
  signIn(email: string): Promise<string>;
  openShops(count: number, products: number): Promise<OpenShop[]>;
  /** A merchant created by `npm run seed`: number 0 is the large one, number 1 has a thousandth of its sales. */
  findSeeded(number: number): Promise<OpenShop>;
  /** Creates a merchant without any records. @returns the owner's token */
  openEmptyShop(number: number): Promise<string>;
  /** The response to a GET request, which must be a success. */
  get(path: string, token: string): Promise<{ text: string; type: string }>;
  close(): Promise<void>;
}

// A reader of the output that ends early, such as `head`, must not end the program: the service would go on without it.
process.stdout.on('error', () => undefined);

/** @param data a folder with existing data, which is kept */
export async function openService(settings: Record<string, string> = {}, data?: string): Promise<BenchService> {
  const secret = randomBytes(32).toString('hex');
  const own = { LOG_LEVEL: 'info', JWT_SECRET: secret, ...settings };
  const testBed = await openTestBed({
    settings: { ...own, ...(data === undefined ? {} : { DATA_DIR: resolve(data) }) },
  });
  const admin = { host: `${testBed.env.DATA_DIR}/pg`, port: 5432, user: 'tillhouse_owner', database: 'tillhouse' };
  const signIn = async (email: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${testBed.url}/api/v1/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const { data } = (await answer.json()) as { data: { access_token: string } };
    return extendToken(data.access_token, secret);
  };
  return {
    testBed,
    port: Number(new URL(testBed.url).port),
    secret,
    admin,
    signIn,
    async openShops(count, products) {
      const shops = await openShops(admin, count, products);
      return Promise.all(
        shops.map(async (shop) => ({ ...shop, token: await signIn(shop.email), ids: idsOf(shop).slice(0, 1_000) })),
      );
    },
    async findSeeded(number) {
      const email = `owner-${number}@seed.example`;
      const { rows } = await testBed.admin.query<Omit<OpenShop, 'number' | 'email' | 'token'>>(
        `select u.id as owner_id, u.home_merchant_id as merchant_id, w.branch_id, w.id as warehouse_id, p.products, p.ids
         from users u
         join branches b on b.merchant_id = u.home_merchant_id and b.is_default
         join warehouses w on w.merchant_id = b.merchant_id and w.branch_id = b.id and w.is_default
         cross join lateral (
           select count(*)::int as products, (array_agg(id::text order by id))[1:1000] as ids from products where merchant_id = u.home_merchant_id
         ) p
         where u.email = $1`,
        [email],
      );
      if (rows[0] === undefined) throw new Error(`there is no user ${email}: npm run seed creates it`);
      return { ...rows[0], number, email, token: await signIn(email) };
    },
    async openEmptyShop(number) {
      const email = `empty-${number}@bench.example`;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email, password, name: `Owner ${number}` });
      const answer = await fetch(`${testBed.url}/api/v1/auth/register`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
      return signIn(email);
    },
    async get(path, token) {
      const answer = await fetch(`${testBed.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`GET ${path}: ${text}`);
      return { text, type: answer.headers.get('content-type') ?? '' };
    },
    close: () => testBed.close(),
  };
}
