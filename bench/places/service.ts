import { randomBytes } from 'node:crypto';
import { openStand, type Stand } from '../../proof/stand.ts';
import type { Connection } from '../../server/src/db/connection.ts';
import { lengthen, openShops, password, type Shop } from './shops.ts';

export interface OpenShop extends Shop {
  token: string;
}

/** The service as a process of its own, as it is run: with its own database that waits for the disk; without a limit of requests. */
export interface BenchService {
  stand: Stand;
  port: number;
  secret: string;
  admin: Connection;
  signIn(email: string): Promise<string>;
  openShops(count: number, products: number): Promise<OpenShop[]>;
  /** One more merchant, who has nothing yet. @returns the owner's token */
  openEmptyShop(number: number): Promise<string>;
  /** The answer to a GET, which must be a success. */
  get(path: string, token: string): Promise<{ text: string; type: string }>;
  close(): Promise<void>;
}

export async function openService(settings: Record<string, string> = {}): Promise<BenchService> {
  const secret = randomBytes(32).toString('hex');
  const stand = await openStand({ settings: { LOG_LEVEL: 'info', JWT_SECRET: secret, ...settings } });
  const admin = { host: `${stand.env.DATA_DIR}/pg`, port: 5432, user: 'tillhouse_owner', database: 'tillhouse' };
  const signIn = async (email: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${stand.url}/api/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
    if (!answer.ok) throw new Error(await answer.text());
    const { data } = (await answer.json()) as { data: { access_token: string } };
    return lengthen(data.access_token, secret);
  };
  return {
    stand,
    port: Number(new URL(stand.url).port),
    secret,
    admin,
    signIn,
    async openShops(count, products) {
      const shops = await openShops(admin, count, products);
      return Promise.all(shops.map(async (shop) => ({ ...shop, token: await signIn(shop.email) })));
    },
    async openEmptyShop(number) {
      const email = `newcomer-${number}@bench.example`;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email, password, name: `Newcomer ${number}` });
      const answer = await fetch(`${stand.url}/api/v1/auth/register`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
      return signIn(email);
    },
    async get(path, token) {
      const answer = await fetch(`${stand.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`GET ${path}: ${text}`);
      return { text, type: answer.headers.get('content-type') ?? '' };
    },
    close: () => stand.close(),
  };
}
