import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onDatabase } from '../../../../../test/admin.ts';
import { anEmptyDatabase } from '../../../../../test/empty-database.ts';
import { aSession, aShop } from '../../../../../test/shop.ts';
import { addMember, addMemberWithAccount, inviteByLink } from '../../../../../test/staff.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { newId } from '../../../core/ids.ts';
import { migrate } from '../../../platform/database/migration/migrate.ts';
import { prepareServiceRole } from '../../../platform/database/migration/service-role.ts';
import { joinedMerchantsAtMost } from './own-merchants.ts';

const app = await createTestApp();

async function aNamedShop(name: string) {
  const shop = await aShop(app);
  assert.equal((await shop.owner.put('/merchant', { name })).status, 200);
  return shop;
}

test('lists the merchants of which a user is an active member', async () => {
  const [bakery, antiques, cinema] = [
    await aNamedShop('Bakery'),
    await aNamedShop('Antiques'),
    await aNamedShop('Cinema'),
  ];
  const person = { email: 'many@example.com', name: 'Mandy Many', role: 'cashier' };
  const user_id = await addMember(bakery.owner, app.anonymous, { ...person, password: 'another long password' });
  const mandy = await aSession(app, person.email, 'another long password');
  const listed = async () => {
    const answer = await mandy.get('/auth/merchants');
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const home = { id: bakery.merchant_id, name: 'Bakery', role: 'cashier', is_default: true };
  assert.deepEqual(await listed(), [home]);

  await addMemberWithAccount(antiques.owner, mandy, { ...person, role: 'manager' });
  await inviteByLink(cinema.owner, person);
  const second = { id: antiques.merchant_id, name: 'Antiques', role: 'manager', is_default: false };
  assert.deepEqual(await listed(), [second, home]);
  const atAntiques = mandy.with({ 'x-merchant-id': antiques.merchant_id });
  const inUpperCase = mandy.with({ 'x-merchant-id': antiques.merchant_id.toUpperCase() });
  assert.equal((await inUpperCase.get('/auth/me')).body.data.merchant_id, antiques.merchant_id);
  assert.deepEqual(
    (await atAntiques.get('/auth/merchants')).body.data,
    [second, home],
    'the list does not depend on the current merchant',
  );

  assert.equal((await bakery.owner.delete(`/staff/${user_id}`)).status, 200);
  assert.deepEqual(await listed(), [second]);
  assert.equal((await antiques.owner.delete(`/staff/${user_id}`)).status, 200);
  assert.deepEqual(await listed(), []);
  await addMemberWithAccount(antiques.owner, mandy, { ...person, role: 'viewer' });
  assert.deepEqual(await listed(), [{ ...second, role: 'viewer' }]);
  const owners = (await antiques.owner.get('/auth/merchants')).body.data;
  assert.deepEqual(
    owners.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [['Antiques', 'owner']],
  );
  assert.equal((await app.anonymous.get('/auth/merchants')).status, 401);
});

test('lists merchants of the same name by id', async () => {
  const twins = await Promise.all(['Twin', 'Twin', 'Twin'].map(aNamedShop));
  const person = { email: 'twins@example.com', name: 'Tina', role: 'cashier' };
  const [first, ...others] = twins;
  assert.ok(first);
  await addMember(first.owner, app.anonymous, { ...person, password: 'another long password' });
  const tina = await aSession(app, person.email, 'another long password');
  for (const other of others) await addMemberWithAccount(other.owner, tina, person);
  const listed = (await tina.get('/auth/merchants')).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(listed, twins.map(({ merchant_id }) => merchant_id).sort());
});

test('limits the list to the home merchant and the merchants that were joined last', async () => {
  const [shop, last] = [await aNamedShop('Home'), await aNamedShop('Zoo')];
  const { rows } = await app.admin.query<{ email: string }>('select email from users where id = $1', [shop.owner_id]);
  await addMemberWithAccount(last.owner, shop.owner, { email: rows[0]?.email ?? '', name: 'Olivia', role: 'viewer' });
  const join = (count: number, when: string) =>
    app.admin.query(
      `insert into joined_merchants select $1, gen_random_uuid(), now() + $3::interval from generate_series(1, $2)`,
      [shop.owner_id, count, when],
    );
  const names = async () =>
    (await shop.owner.get('/auth/merchants')).body.data.map(({ name }: { name: string }) => name);
  await join(joinedMerchantsAtMost - 1, '1 hour');
  assert.deepEqual(await names(), ['Home', 'Zoo']);
  await join(1, '1 hour');
  assert.deepEqual(await names(), ['Home']);
});

test('returns the merchants in pages, like every list', async () => {
  const shops = await Promise.all(['One', 'Three', 'Two', 'Two'].map(aNamedShop));
  const person = { email: 'pages@example.com', name: 'Paula', role: 'cashier' };
  const [first, ...others] = shops;
  assert.ok(first);
  await addMember(first.owner, app.anonymous, { ...person, password: 'another long password' });
  const paula = await aSession(app, person.email, 'another long password');
  for (const other of others) await addMemberWithAccount(other.owner, paula, person);
  const read = async (query: string) => {
    const { status, body, text } = await paula.get(`/auth/merchants${query}`);
    assert.equal(status, 200, text);
    return { names: body.data.map(({ name }: { name: string }) => name), ids: body.data, meta: body.meta };
  };
  const all = await read('');
  assert.deepEqual(all.names, ['One', 'Three', 'Two', 'Two']);
  assert.deepEqual(all.meta, { page: 1, limit: 20, total: 4, total_pages: 1, next_cursor: null });
  const second = await read('?limit=3&page=2');
  assert.deepEqual([second.ids, second.meta.total_pages, second.meta.next_cursor], [all.ids.slice(3), 2, null]);
  const { meta, ids } = await read('?limit=3');
  assert.deepEqual(ids, all.ids.slice(0, 3));
  assert.deepEqual((await read(`?limit=3&cursor=${meta.next_cursor}`)).ids, all.ids.slice(3));
  assert.deepEqual((await read('?page=9')).ids, []);
  for (const query of ['limit=101', 'page=0', 'cursor=x'])
    assert.equal((await paula.get(`/auth/merchants?${query}`)).status, 422, query);
});

test('finds a user who joined with an earlier version', async () => {
  const connection = await anEmptyDatabase();
  const service = await prepareServiceRole(connection);
  const quiet = { info: () => undefined };
  await migrate(service, quiet, '0039~');
  const [user_id, home, second] = [newId(), newId(), newId()];
  await onDatabase(connection, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into users (id, email, name, password_hash, home_merchant_id, created_at, updated_at) values ($1, 'a@example.com', 'A', 'x', $2, now(), now())`,
      [user_id, home],
    );
    for (const merchant_id of [home, second])
      await client.query(
        `insert into memberships (merchant_id, user_id, role, created_at, updated_at) values ($1, $2, 'cashier', '2026-01-02', now())`,
        [merchant_id, user_id],
      );
  });
  await migrate(service, quiet);
  await onDatabase(connection, async (client) => {
    const { rows } = await client.query(
      `select user_id, merchant_id, joined_at = '2026-01-02' as is_original from joined_merchants`,
    );
    assert.deepEqual(rows, [{ user_id, merchant_id: second, is_original: true }]);
    const forced = await client.query(`select from pg_class where relname = 'memberships' and relforcerowsecurity`);
    assert.equal(forced.rows.length, 1);
  });
});
