import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createCaller } from '../../../../../test/caller.ts';
import { upload } from '../../../../../test/files.ts';
import { aShop, aStaffMember, type Shop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { newId } from '../../../core/ids.ts';
import { countTasks } from '../../../platform/workers/pool.ts';

const app = await createTestApp();

const fileOf = (name: string) => readFileSync(new URL(`../../../../../test/rival-files/${name}`, import.meta.url));
const send = (
  shop: Shop,
  path: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
  key?: string,
) => upload(shop, path, content, { base: 'customers', fields, ...(key === undefined ? {} : { key }) });
const customersOf = async (shop: Shop): Promise<Record<string, unknown>[]> =>
  (await shop.owner.get('/customers?sort=name')).body.data;

test('imports the customers of Square as the dry run says, and finds them again', async () => {
  const shop = await aShop(app);
  const file = fileOf('square-customers.csv');
  const { body: columns } = await send(shop, 'import/columns', file);
  assert.deepEqual(
    [columns.source, columns.mapping.firstName, columns.columns[3]],
    ['square', 'First Name', { heading: 'Email Address', sample: 'Ada@Example.com' }],
  );
  const choice = { mapping: JSON.stringify(columns.mapping), calling_code: '+1' };
  const checked = await send(shop, 'import/validate', file, choice);
  assert.deepEqual(checked.body.counts ?? checked.body, { created: 4, changed: 0, unchanged: 0, failed: 1 });
  assert.deepEqual(checked.body.errors, ['row 5: Email Address: must be an e-mail address']);
  assert.deepEqual(await customersOf(shop), []);
  const { body } = await send(shop, 'import', file, choice);
  assert.deepEqual([body.success, body.failed], [4, 1]);
  assert.deepEqual(
    (await customersOf(shop)).map(({ name, phone }) => `${name} ${phone}`),
    [
      '+14155550199 +14155550199',
      'Ada Lovelace +14155550134',
      'Grace Hopper +14155550178',
      'office@harbour.example null',
    ],
  );
  const again = await send(shop, 'import/validate', file, choice);
  assert.deepEqual(again.body.counts, { created: 0, changed: 0, unchanged: 4, failed: 1 });
});

test('two files that are imported at once create a person once', async () => {
  const shop = await aShop(app);
  const fileWith = (name: string) => `Name,Email\n${name},ada@example.com\n`;
  const mapping = JSON.stringify({ name: 'Name', email: 'Email' });
  const answers = await Promise.all(
    ['Ada', 'Ada Lovelace'].map((name) => send(shop, 'import', fileWith(name), { mapping })),
  );
  assert.deepEqual(
    answers.map(({ body }) => body.success),
    [1, 1],
  );
  assert.equal((await customersOf(shop)).length, 1);
});

test('imports points of Loyverse for new customers; a cashier and a limited API key may not', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const file = fileOf('loyverse-customers.csv');
  const refused = await upload(shop, 'import', file, { base: 'customers', caller: cashier });
  assert.deepEqual(
    refused.body.errors.map(({ row, message }: { row: number; message: string }) => `${row} ${message}`),
    [
      '2 Points balance: your role may not set them',
      '3 Phone: must be a phone number with its country code: + and 7 to 15 digits',
      '4 Points balance: your role may not set them',
    ],
  );
  const permissions = ['catalogue:read', 'customers:read', 'customers:write'];
  const { key } = (await shop.owner.post('/api-keys', { name: 'Till', permissions })).body.data;
  const limited = createCaller(app.fastify, { authorization: `Bearer ${key}` });
  const byKey = await upload(shop, 'import', file, { base: 'customers', caller: limited });
  assert.deepEqual(byKey.body.errors, refused.body.errors, 'a key of the owner without customers:correct');
  const { body } = await send(shop, 'import', file, { calling_code: '+62' });
  assert.deepEqual([body.success, body.failed], [3, 0]);
  const siti = (await customersOf(shop)).find(({ name }) => name === 'Siti Nurhaliza');
  assert.equal(siti?.points, 120);
  const { data } = (await shop.owner.get(`/customers/${siti?.id}/loyalty/history`)).body;
  assert.deepEqual([data[0].type, data[0].points, data[0].reason], ['corrected', 120, 'Imported']);
  await send(shop, 'import', file, { calling_code: '+62' });
  assert.equal((await customersOf(shop)).find(({ name }) => name === 'Siti Nurhaliza')?.points, 120);
});

test('replays the response of a repeated key; viewers may not import; another shop sees nothing', async () => {
  const shop = await aShop(app);
  const csv = 'Name,Email\nIna,ina@example.com';
  const first = await send(shop, 'import', csv, {}, 'once');
  const again = await send(shop, 'import', csv, {}, 'once');
  assert.deepEqual([again.body, again.headers['idempotent-replayed']], [first.body, 'true']);
  const viewer = await aStaffMember(shop, 'viewer');
  assert.equal((await upload(shop, 'import', csv, { base: 'customers', caller: viewer })).status, 403);
  const other = await aShop(app);
  assert.equal((await send(other, 'import/validate', csv)).body.counts.created, 1);
});

test('names what is wrong with a file or choice, and imports nothing', async () => {
  const shop = await aShop(app);
  const wrong: [string, Record<string, string>, string][] = [
    ['', {}, 'file'],
    ['Name', {}, 'file'],
    ['Colour\nred', {}, 'mapping.name'],
    ['Name\nIna', { mapping: '{"name":"Nom"}' }, 'mapping.name'],
    ['Name\nIna', { calling_code: '49' }, 'calling_code'],
  ];
  for (const [csv, fields, field] of wrong)
    for (const path of ['import', 'import/validate']) {
      const { status, body } = await send(shop, path, csv, fields);
      assert.deepEqual([status, body.error?.details[0]?.field], [422, field], `${csv} ${JSON.stringify(body)}`);
    }
  assert.deepEqual(await customersOf(shop), []);
});

test('a rejected file leaves no thread that waits to read it', async () => {
  const shop = await aShop(app);
  const named = { base: 'customers', import_id: newId() };
  assert.equal((await upload(shop, 'import', 'Name\nIna', named)).status, 200);
  await app.admin.query('delete from idempotency_keys where merchant_id = $1', [shop.merchant_id]);
  const again = await upload(shop, 'import', 'Name\nEva', named);
  assert.deepEqual([again.status, again.body.error.code, countTasks()], [422, 'DUPLICATE', 0]);
  for (const path of ['import', 'import/columns', 'import/validate'])
    for (const csv of ['Name', 'Colour\nred']) {
      await send(shop, path, csv);
      assert.equal(countTasks(), 0, `${path} ${csv}`);
    }
});

test('an import changes no customer who is as the file says, and gives no points where the file has none', async () => {
  const shop = await aShop(app);
  const mapping = JSON.stringify({ name: 'Name', email: 'Email' });
  const eventsOf = async () =>
    (await shop.owner.get('/events?types=customer.created,customer.updated,points.changed')).body.data.map(
      ({ type }: { type: string }) => type,
    );
  for (const file of ['Name,Email\nAda,ada@example.com\n', 'Name,Email\nAda,ada@example.com\nBea,bea@example.com\n'])
    assert.equal((await send(shop, 'import', file, { mapping })).body.failed, 0);
  assert.deepEqual(await eventsOf(), ['customer.created', 'customer.created']);
});

test('50,000 customers, wrong in each row, give a bounded answer', async () => {
  const shop = await aShop(app);
  const csv = ['Name,Email', ...Array.from({ length: 50_000 }, (_, at) => `N${at},no address`)].join('\n');
  const { body } = await send(shop, 'import', csv);
  assert.deepEqual([body.success, body.failed, body.errors.length], [0, 50_000, 101]);
});

test('names the rows of customers who are others, and imports the rest, as the dry run says', async () => {
  const shop = await aShop(app);
  for (const customer of [
    { name: 'Ada', email: 'ada@example.com' },
    { name: 'Bea', phone: '+4930123456' },
  ])
    assert.equal((await shop.owner.post('/customers', customer)).status, 201);
  const file = [
    'Name,Email,Phone',
    'Cleo,cleo@example,',
    'Ada,ADA@example.com,+49 30 123456',
    'Dora,dora@example.com,+49 30 654321',
    'Eva,eva@example.com,+49 30 654321',
    'Fay,not an address,',
  ].join('\n');
  const mapping = JSON.stringify({ name: 'Name', email: 'Email', phone: 'Phone' });
  const errors = [
    'row 2: Email: must be an e-mail address',
    'row 3: Phone: Another customer has this phone number',
    'row 5: Phone: A customer with another e-mail has this phone number',
    'row 6: Email: must be an e-mail address',
  ];
  const checked = (await send(shop, 'import/validate', file, { mapping })).body;
  assert.deepEqual([checked.counts, checked.errors], [{ created: 1, changed: 0, unchanged: 0, failed: 4 }, errors]);
  const { success, failed, errors: rejected } = (await send(shop, 'import', file, { mapping })).body;
  assert.deepEqual(
    [success, failed, rejected.map(({ row, message }: { row: number; message: string }) => `row ${row}: ${message}`)],
    [1, 4, errors],
  );
  assert.deepEqual(
    (await customersOf(shop)).map(({ name, email, phone }) => [name, email, phone]),
    [
      ['Ada', 'ada@example.com', null],
      ['Bea', null, '+4930123456'],
      ['Dora', 'dora@example.com', '+4930654321'],
    ],
  );
});
