import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maintenanceTasks } from '../../server/src/app/app.ts';
import { newId } from '../../server/src/core/ids.ts';
import { runMaintenance } from '../../server/src/platform/maintenance/maintenance.ts';
import { createCaller } from '../caller.ts';
import { exportTools, runExport } from '../exports.ts';
import { upload } from '../files.ts';
import { addRecords, done, password } from '../records.ts';
import { aShop } from '../shop.ts';
import { inviteByLink, tokenOf } from '../staff.ts';
import { createTestApp } from '../test-app.ts';

/** What works or is kept for a time: until its last moment, and no longer. */
const app = await createTestApp();
const files = exportTools(app);
const [second_ms, minute_ms, hour_ms, day_ms] = [1_000, 60_000, 3_600_000, 86_400_000];
const start = '2026-03-01T10:00:00.000Z';
const freezeAfter = (ms: number) => app.clock.freeze(new Date(Date.parse(start) + ms).toISOString());

freezeAfter(0);
const shop = await aShop(app);
const { members } = await addRecords(shop, 'here');
const [member = assert.fail()] = members;
let made = 0;

async function signIn() {
  return done(await app.anonymous.post('/auth/login', { email: member.email, password }));
}

/** The owner's token would expire with the time, and maintenance removes the session once it is over. */
async function ownerNow() {
  const answer = await app.anonymous.post('/auth/login', {
    email: 'owner1@example.com',
    password: 'correct horse battery',
  });
  return createCaller(app.fastify, { authorization: `Bearer ${done(answer).access_token}` });
}

const maintain = () => runMaintenance(app.fastify.services, maintenanceTasks);

async function countRows(table: string, id: string): Promise<number> {
  const { rows } = await app.admin.query(`select count(*)::int as count from ${table} where id = $1`, [id]);
  return rows[0].count;
}

interface Lifetime {
  what: string;
  /** The last moment at which it works, and the first one at which it does not, after its start. */
  last_ms: number;
  over_ms: number;
  /** Makes one at the start. @returns whether it works now */
  make(): Promise<() => Promise<boolean>>;
}

const lifetimes: Lifetime[] = [
  {
    what: 'a refresh token',
    ...{ last_ms: 30 * day_ms - 1, over_ms: 30 * day_ms },
    async make() {
      const { refresh_token } = await signIn();
      return async () => (await app.anonymous.post('/auth/refresh', { refresh_token })).status === 200;
    },
  },
  {
    what: 'a refresh token that was replaced',
    ...{ last_ms: 10 * second_ms, over_ms: 10 * second_ms + 1 },
    async make() {
      const { refresh_token } = await signIn();
      const refresh = () => app.anonymous.post('/auth/refresh', { refresh_token, rotate: true });
      done(await refresh());
      // To use it again does not extend its time.
      freezeAfter(8 * second_ms);
      done(await refresh());
      return async () => (await refresh()).status === 200;
    },
  },
  {
    what: 'the access token of a session',
    ...{ last_ms: 30 * day_ms - 1, over_ms: 30 * day_ms },
    async make() {
      const { refresh_token } = await signIn();
      freezeAfter(30 * day_ms - minute_ms);
      const { access_token } = done(await app.anonymous.post('/auth/refresh', { refresh_token }));
      const caller = createCaller(app.fastify, { authorization: `Bearer ${access_token}` });
      return async () => (await caller.get('/auth/me')).status === 200;
    },
  },
  {
    what: 'an invitation',
    ...{ last_ms: 7 * day_ms - 1, over_ms: 7 * day_ms },
    async make() {
      const email = `invited-${++made}@shop.test`;
      const { token } = await inviteByLink(shop.owner, { email, name: 'Ida', role: 'viewer' });
      return async () => (await app.anonymous.post('/auth/invitations/accept', { token, password })).status === 200;
    },
  },
  {
    what: 'a link for a new password',
    ...{ last_ms: 30 * minute_ms - 1, over_ms: 30 * minute_ms },
    async make() {
      const { reset_link } = done(await shop.owner.post(`/staff/${members[1]?.id}/reset-link`));
      const token = tokenOf(reset_link);
      return async () => (await app.anonymous.post('/auth/password/reset', { token, password })).status === 200;
    },
  },
  {
    what: 'an API key',
    ...{ last_ms: hour_ms - 1, over_ms: hour_ms },
    async make() {
      const expires_at = new Date(Date.parse(start) + hour_ms).toISOString();
      const body = { name: 'Key', permissions: ['catalogue:read'], expires_at };
      const { key } = done(await shop.owner.post('/api-keys', body));
      const caller = createCaller(app.fastify, { authorization: `Bearer ${key}` });
      return async () => (await caller.get('/products')).status === 200;
    },
  },
  {
    what: 'an export',
    ...{ last_ms: day_ms - 1, over_ms: day_ms },
    async make() {
      const { id } = await files.requestExport(shop.owner);
      await runExport(app, shop.merchant_id);
      return async () => {
        await maintain();
        const owner = await ownerNow();
        const [listed, read] = [await owner.get('/exports'), await owner.get(`/exports/${id}`)];
        const isListed = listed.body.data.some((one: { id: string }) => one.id === id);
        assert.deepEqual([isListed, (await countRows('exports', id)) === 1], Array(2).fill(read.status === 200));
        return isListed;
      };
    },
  },
  {
    what: 'a download link',
    ...{ last_ms: day_ms - second_ms, over_ms: day_ms },
    async make() {
      const { id } = await files.requestExport(shop.owner);
      await runExport(app, shop.merchant_id);
      const { download_url } = done(await shop.owner.get(`/exports/${id}`));
      return async () => (await files.download(download_url)).statusCode === 200;
    },
  },
  {
    what: 'the result of an import',
    ...{ last_ms: 30 * day_ms, over_ms: 30 * day_ms + 1 },
    async make() {
      const import_id = newId();
      await upload(shop, `import?import_id=${import_id}`, `sku,name,price\nI-${++made},Imported,1`);
      return async () => {
        await maintain();
        return (await (await ownerNow()).get(`/inventory/imports/${import_id}`)).status === 200;
      };
    },
  },
  {
    what: 'the response to an idempotency key',
    ...{ last_ms: 7 * day_ms, over_ms: 7 * day_ms + 1 },
    async make() {
      const headers = { 'idempotency-key': `key ${++made}` };
      const add = async () => (await ownerNow()).post('/customers', { name: 'Once' }, headers);
      const { id } = done(await add());
      return async () => {
        await maintain();
        return done(await add()).id === id;
      };
    },
  },
  {
    what: 'an audit entry',
    ...{ last_ms: 400 * day_ms, over_ms: 400 * day_ms + 1 },
    async make() {
      const { id } = done(await (await ownerNow()).post('/customers', { name: `Kept ${++made}` }));
      return async () => {
        await maintain();
        return (await (await ownerNow()).get(`/audit?subject_id=${id}`)).body.data.length === 1;
      };
    },
  },
];

for (const { what, last_ms, over_ms, make } of lifetimes)
  test(`${what} works until its last moment, and not after it`, async () => {
    for (const [after_ms, works] of [
      [last_ms, true],
      [over_ms, false],
    ] as const) {
      freezeAfter(0);
      const isWorking = await make();
      freezeAfter(after_ms);
      assert.equal(await isWorking(), works, `after ${after_ms} ms`);
    }
  });
