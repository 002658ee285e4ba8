import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { checkBackup } from '../../server/src/platform/backup/manifest.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { aPlace, type Place } from '../../test/process/place.ts';
import { until } from '../../test/until.ts';
import { withRolledBack } from '../planted.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { callerAt, ok, openShop, type ProofShop } from '../shop.ts';
import { openTestBed, type TestBed } from '../test-bed.ts';
import { command } from './commands.ts';
import { rejectDamaged } from './damage.ts';

const writers = 4;
const timeout_ms = 3_600_000;

const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates products, a customer and a product image. @returns the address of the image */
async function createRecords(shop: ProofShop, url: string): Promise<{ products: string[]; image: string }> {
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
  form.set('file', new Blob([image], { type: 'image/png' }), 'tea.png');
  const answer = await fetch(`${url}/api/v1/products/${products[0]}/images`, {
    method: 'POST',
    headers: shop.owner.headers,
    body: form,
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  const { data } = ok(await shop.owner.get(`/products/${products[0]}`));
  return { products, image: data.images[0] };
}

/** Sells until it is stopped. Adds the id of each acknowledged sale to `acknowledged`. */
async function sell(
  shop: ProofShop,
  products: readonly string[],
  acknowledged: string[],
  isOver: () => boolean,
): Promise<void> {
  for (let sold = 0; !isOver(); sold += 1) {
    const product_id = products[sold % products.length];
    acknowledged.push(
      ok(await shop.owner.post('/transactions', { items: [{ product_id, quantity: 1 }], payment_method: 'cash' })).data
        .id,
    );
  }
}

/** Tables that a running service changes by itself: by counting requests, and by the hourly check of the books. */
const changedUnasked = ['schema_migrations', 'rate_windows', 'checks'];

/** The number of rows and a digest of each table. */
async function digestsOf(admin: pg.Pool | pg.PoolClient): Promise<Record<string, unknown>> {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> all($1) order by 1`,
    [changedUnasked],
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

/** Checks that the digests notice a changed row and a missing one. */
async function verifyDigests(admin: pg.Pool, digests: Record<string, unknown>): Promise<void> {
  for (const fault of [
    `update customers set name = 'Anna'`,
    'delete from sale_payments where ctid = (select min(ctid) from sale_payments)',
  ])
    await withRolledBack(admin, fault, async (client) => assert.notDeepEqual(await digestsOf(client), digests, fault));
}

interface RestoreOptions {
  backup: string;
  place: Place;
  work(restored: TestBed): Promise<void>;
}

/** Restores a backup into a new folder, starts the service there, and runs checks. @returns the seconds that the restore took */
async function restoreAndCheck({ backup, place, work }: RestoreOptions): Promise<number> {
  const since = performance.now();
  const { code, said } = await command('restore', [backup], place.env);
  assert.equal(code, 0, said);
  assert.match(said, /\nThe books are in order\.\nRestored to .*, as of \d{4}-.*Z\n$/);
  const took_s = (performance.now() - since) / 1_000;
  const again = await command('restore', [backup], place.env);
  assert.deepEqual([again.code, /DATA_DIR, .* is not empty/.test(again.said)], [2, true], again.said);
  const restored = await openTestBed({ place });
  try {
    await work(restored);
    assert.deepEqual(await brokenInvariants(restored.admin), []);
  } finally {
    await restored.close();
  }
  return took_s;
}

/**
 * Backs a shop up while it sells and while it is idle, restores each backup into a new folder, and checks that damaged
 * backups are rejected. @throws AssertionError
 */
export async function proveBackup({ seed, size, say }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const testBed = await openTestBed();
  const folder = join(testBed.env.DATA_DIR ?? '', '..', 'backups');
  try {
    const shop = await openShop(callerAt(testBed.url));
    const { products, image: address } = await createRecords(shop, testBed.url);
    const keyed = shop.owner.with({ 'idempotency-key': 'once' });
    const first = await keyed.post('/transactions', {
      items: [{ product_id: products[0], quantity: 1 }],
      payment_method: 'cash',
    });
    const acknowledged: string[] = [ok(first).data.id];
    let over = false;
    const selling = Array.from({ length: writers }, () => sell(shop, products, acknowledged, () => over));
    await until(() => acknowledged.length >= size, timeout_ms);

    const before = acknowledged.length;
    const since = performance.now();
    const live = await command('backup', [join(folder, 'live')], testBed.env);
    assert.equal(live.code, 0, live.said);
    assert.match(live.said, /^Backed up \d{3,} rows of \d+ tables and [1-9]\d* files to .*, not encrypted\n$/);
    say(
      `${live.said.trim()}, with ${writers} tills selling, in ${((performance.now() - since) / 1_000).toFixed(1)} s; ${acknowledged.length - before} sales meanwhile`,
    );
    over = true;
    await Promise.all(selling);
    // Reading the feed numbers all events, which otherwise the hourly maintenance may do after the backup.
    ok(await shop.owner.get('/events'));
    const idle = await command('backup', [join(folder, 'idle')], testBed.env);
    assert.equal(idle.code, 0, idle.said);
    const digests = await digestsOf(testBed.admin);

    const live_s = await restoreAndCheck({
      backup: join(folder, 'live'),
      place: await aPlace(),
      async work({ admin }) {
        const { rows } = await admin.query<{ id: string }>('select id from sales');
        const restored = new Set(rows.map(({ id }) => id));
        const missing = acknowledged.slice(0, before).filter((id) => !restored.has(id));
        assert.deepEqual(missing, [], 'the backup must have each sale acknowledged before it');
        assert.ok(restored.isSubsetOf(new Set(acknowledged)), 'the backup must have acknowledged sales only');
      },
    });
    const idle_s = await restoreAndCheck({
      backup: join(folder, 'idle'),
      place: await aPlace(),
      async work(restored) {
        assert.deepEqual(await digestsOf(restored.admin), digests);
        await verifyDigests(restored.admin, digests);
        await useRestored(restored, shop, { first: first.text, product_id: products[0] ?? '', address });
      },
    });
    say(
      `restored in ${live_s.toFixed(1)} and ${idle_s.toFixed(1)} s: all tables equal, all invariants hold, the shop works`,
    );

    const empty = await aPlace();
    await checkOnly(join(folder, 'idle'), empty);
    const damaged = await rejectDamaged(join(folder, 'idle'), { random, most: 4 + size / 100, env: empty.env });
    await empty.remove();
    const { tables, files } = (await checkBackup(join(folder, 'idle'))).manifest;
    say(`${damaged} damaged copies of its ${tables.length + files.length + 2} files rejected, and no file left behind`);
  } finally {
    await testBed.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks that `--check` verifies without restoring, and that nothing is restored beside DATABASE_URL. */
async function checkOnly(backup: string, { env }: Place): Promise<void> {
  const checked = await command('restore', [backup, '--check'], env);
  assert.deepEqual([checked.code, /^The backup of \S+ is complete and undamaged\n$/.test(checked.said)], [0, true]);
  const elsewhere = await command('restore', [backup], { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' });
  assert.deepEqual([elsewhere.code, /use pg_restore/.test(elsewhere.said)], [2, true], elsewhere.said);
  assert.deepEqual(await readdir(env.DATA_DIR).catch(() => []), []);
}

interface BeforeBackup {
  /** The response to the request with the key `once`. */
  first: string;
  product_id: string;
  /** The address of the image. */
  address: string;
}

/** Checks that tokens, stored responses and images still work, and that the shop can sell. */
async function useRestored(
  { url }: TestBed,
  { owner }: ProofShop,
  { first, product_id, address }: BeforeBackup,
): Promise<void> {
  const caller = callerAt(url).with(owner.headers);
  const body = { items: [{ product_id, quantity: 1 }], payment_method: 'cash' };
  const again = await caller.with({ 'idempotency-key': 'once' }).post('/transactions', body);
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first, 'true']);
  ok(await caller.post('/transactions', body));
  const fetched = await fetch(url + new URL(address, url).pathname);
  assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), image);
}

/** A restored backup equals the backed-up data. */
export const proof: Proof = { unit: 'sales', long: 20_000, prove: proveBackup };
