import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { checkBackup } from '../../server/src/platform/backup/manifest.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { aPlace, type Place } from '../../test/process/place.ts';
import { until } from '../../test/until.ts';
import { asIf } from '../planted.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { callerAt, ok, openShop, type ProofShop } from '../shop.ts';
import { openStand, type Stand } from '../stand.ts';
import { command } from './commands.ts';
import { refuseDamaged } from './damage.ts';

const writers = 4;
const patience_ms = 3_600_000;

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Everything of a shop that is not its sales. @returns where its picture is */
async function furnish(shop: ProofShop, url: string): Promise<{ products: string[]; picture: string }> {
  const products: string[] = [];
  for (let number = 0; number < 8; number += 1)
    products.push(
      ok(
        await shop.owner.post('/products', {
          sku: `P-${number}`,
          name: `Tea “${number}”\t\\N 日本`,
          price: 3,
          stock: 1_000_000,
        }),
      ).data.id,
    );
  ok(await shop.owner.post('/customers', { name: 'Ann\nNewline', email: 'ann@example.com' }));
  const form = new FormData();
  form.set('file', new Blob([picture], { type: 'image/png' }), 'tea.png');
  const answer = await fetch(`${url}/api/v1/products/${products[0]}/images`, {
    method: 'POST',
    headers: shop.owner.headers,
    body: form,
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  const { data } = ok(await shop.owner.get(`/products/${products[0]}`));
  return { products, picture: data.images[0] };
}

/** Sells until it is stopped; `heard` grows with each response. */
async function sell(
  shop: ProofShop,
  products: readonly string[],
  heard: string[],
  isOver: () => boolean,
): Promise<void> {
  for (let sold = 0; !isOver(); sold += 1) {
    const product_id = products[sold % products.length];
    heard.push(
      ok(await shop.owner.post('/transactions', { items: [{ product_id, quantity: 1 }], payment_method: 'cash' })).data
        .id,
    );
  }
}

/** Each table as one number. */
async function digestsOf(admin: pg.Pool | pg.PoolClient): Promise<Record<string, unknown>> {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in ('schema_migrations', 'rate_windows') order by 1`,
  );
  const digests: Record<string, unknown> = {};
  for (const { name } of rows) {
    const found = await admin.query(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t`,
    );
    digests[name] = found.rows[0];
  }
  return digests;
}

/** A row that came back otherwise, and one that did not, would have been noticed. */
async function noticesRows(admin: pg.Pool, digests: Record<string, unknown>): Promise<void> {
  for (const fault of [
    `update customers set name = 'Anna'`,
    'delete from sale_payments where ctid = (select min(ctid) from sale_payments)',
  ])
    await asIf(admin, fault, async (client) => assert.notDeepEqual(await digestsOf(client), digests, fault));
}

interface Drill {
  backup: string;
  place: Place;
  work(restored: Stand): Promise<void>;
}

/** Restores a backup to a place of its own, opens the shop there, and looks at it. @returns how long the restoring took */
async function drill({ backup, place, work }: Drill): Promise<number> {
  const began = performance.now();
  const { code, said } = await command('restore', [backup], place.env);
  assert.equal(code, 0, said);
  const took_s = (performance.now() - began) / 1_000;
  const again = await command('restore', [backup], place.env);
  assert.deepEqual([again.code, /something in DATA_DIR already/.test(again.said)], [2, true], again.said);
  const restored = await openStand({ place });
  try {
    await work(restored);
    assert.deepEqual(await brokenInvariants(restored.admin), []);
  } finally {
    await restored.close();
  }
  return took_s;
}

/**
 * A shop with so many sales is backed up while it sells and when it does not, each backup is restored elsewhere and opened there, and damaged
 * ones are refused. @throws AssertionError
 */
export async function proveBackup({ seed, size, say }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const stand = await openStand();
  const folder = join(stand.env.DATA_DIR ?? '', '..', 'backups');
  try {
    const shop = await openShop(callerAt(stand.url));
    const { products, picture: address } = await furnish(shop, stand.url);
    const keyed = shop.owner.with({ 'idempotency-key': 'once' });
    const first = await keyed.post('/transactions', {
      items: [{ product_id: products[0], quantity: 1 }],
      payment_method: 'cash',
    });
    const heard: string[] = [ok(first).data.id];
    let over = false;
    const selling = Array.from({ length: writers }, () => sell(shop, products, heard, () => over));
    await until(() => heard.length >= size, patience_ms);

    const before = heard.length;
    const began = performance.now();
    const live = await command('backup', [join(folder, 'live')], stand.env);
    assert.equal(live.code, 0, live.said);
    say(
      `${live.said.trim()}, beside ${writers} tills, in ${((performance.now() - began) / 1_000).toFixed(1)} s; ${heard.length - before} sales meanwhile`,
    );
    over = true;
    await Promise.all(selling);
    const idle = await command('backup', [join(folder, 'idle')], stand.env);
    assert.equal(idle.code, 0, idle.said);
    const digests = await digestsOf(stand.admin);

    const live_s = await drill({
      backup: join(folder, 'live'),
      place: await aPlace(),
      async work({ admin }) {
        const { rows } = await admin.query<{ id: string }>('select id from sales');
        const kept = new Set(rows.map(({ id }) => id));
        const missing = heard.slice(0, before).filter((id) => !kept.has(id));
        assert.deepEqual(missing, [], 'what was answered before the backup is in it');
        assert.ok(kept.isSubsetOf(new Set(heard)), 'nothing is in it that was not sold');
      },
    });
    const idle_s = await drill({
      backup: join(folder, 'idle'),
      place: await aPlace(),
      async work(restored) {
        assert.deepEqual(await digestsOf(restored.admin), digests);
        await noticesRows(restored.admin, digests);
        await goOn(restored, shop, { first: first.text, product_id: products[0] ?? '', address });
      },
    });
    say(
      `restored in ${live_s.toFixed(1)} and ${idle_s.toFixed(1)} s: every table as it was, every invariant held, the shop went on`,
    );

    const empty = await aPlace();
    const damaged = await refuseDamaged(join(folder, 'idle'), { random, most: 4 + size / 100, env: empty.env });
    await empty.remove();
    const { tables, files } = (await checkBackup(join(folder, 'idle'))).manifest;
    say(`${damaged} damaged copies of its ${tables.length + files.length + 2} files refused, nothing left of them`);
  } finally {
    await stand.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Known {
  /** What a request under the key `once` was answered. */
  first: string;
  product_id: string;
  /** Of a picture. */
  address: string;
}

/** Tokens, kept answers and pictures are as good as they were, and there is more to sell. */
async function goOn({ url }: Stand, { owner }: ProofShop, { first, product_id, address }: Known): Promise<void> {
  const there = callerAt(url).with(owner.headers);
  const body = { items: [{ product_id, quantity: 1 }], payment_method: 'cash' };
  const again = await there.with({ 'idempotency-key': 'once' }).post('/transactions', body);
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first, 'true']);
  ok(await there.post('/transactions', body));
  const fetched = await fetch(url + new URL(address, url).pathname);
  assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), picture);
}

/** What was backed up comes back as it was. */
export const proof: Proof = { unit: 'sales', long: 20_000, prove: proveBackup };
