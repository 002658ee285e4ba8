import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { formOf } from '../../../../test/form.ts';
import { readShare, untilShare } from '../../../../test/merchant-shares.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const other = await aShop(app);

interface Described {
  operationId?: string;
  consumes?: string[];
  response?: Record<string, { content?: object; format?: string }>;
}

/** Whether a route reads or writes files according to its description. */
function movesFiles({ schema }: Pick<RouteOptions, 'schema'>): boolean {
  const { consumes = [], response = {} } = (schema ?? {}) as Described;
  return consumes.includes('multipart/form-data') || JSON.stringify(response).includes('"format":"binary"');
}

/** Heavy operations without files in their description: one returns an address, one streams JSON. */
const heavyByName = ['exportReport', 'exportCustomerData'];

const isInApi = ({ url, method }: RouteOptions) => url.startsWith('/api/v1') && method !== 'HEAD';
const operationOf = ({ schema }: RouteOptions) => (schema as Described | undefined)?.operationId ?? '';
/** Heavy only in some formats, so its handler limits itself. */
const heavyByFormat = ['getReceipt', 'getClosure'];
const heavy = app.routes
  .filter(isInApi)
  .filter(
    (route) =>
      !heavyByFormat.includes(operationOf(route)) && (movesFiles(route) || heavyByName.includes(operationOf(route))),
  );

test('every route that reads or writes files is heavy work', () => {
  const found = heavy.map(operationOf);
  for (const known of ['importRecords', 'validateImport', 'exportRecords', 'addProductImage', ...heavyByName])
    assert.ok(found.includes(known), `${known} was not found`);
  assert.deepEqual(heavy.filter(({ config }) => config?.isHeavy === undefined).map(operationOf), []);
});

const send = (sender: typeof shop, { method, url }: RouteOptions) => {
  const payload = { report_type: 'products', format: 'csv' };
  const path = `${url.replace(/:\w+/, newId())}?format=csv`;
  const { headers } = sender.owner;
  return app.fastify.inject({ method: method as 'GET', url: path, headers, ...(method === 'POST' ? { payload } : {}) });
};

test('a merchant with two running heavy requests gets 429 for the third, and another merchant does not', async () => {
  const releases = await Promise.all(
    [app.fastify, app.fastify].map(({ beginHeavyWork }) => beginHeavyWork(shop.merchant_id)),
  );
  for (const route of heavy) {
    const refused = await send(shop, route);
    assert.deepEqual([refused.statusCode, refused.json().error.code], [429, 'RATE_LIMITED'], operationOf(route));
    assert.equal(refused.headers['retry-after'], '5');
    assert.notEqual((await send(other, route)).statusCode, 429, operationOf(route));
  }
  assert.equal(await readShare(app, 'under_way', 'heavy_work'), 2);
  assert.equal(await readShare(app, 'refused_total', 'heavy_work'), heavy.length);
  for (const release of releases) release();
  for (const route of heavy) assert.notEqual((await send(shop, route)).statusCode, 429, operationOf(route));
  assert.equal(await readShare(app, 'under_way', 'heavy_work'), 0);
});

test('a receipt or closure is heavy work only as PDF', async () => {
  const releases = await Promise.all(
    [app.fastify, app.fastify].map(({ beginHeavyWork }) => beginHeavyWork(shop.merchant_id)),
  );
  const statusOf = async (format: string) =>
    (await shop.owner.get(`/transactions/${newId()}/receipt?format=${format}`)).status;
  assert.deepEqual([await statusOf('pdf'), await statusOf('json'), await statusOf('escpos')], [429, 404, 404]);
  const closureAs = async (accept: string) => (await shop.owner.get(`/closures/${newId()}`, { accept })).status;
  assert.deepEqual([await closureAs('application/pdf'), await closureAs('application/json')], [429, 404]);
  for (const release of releases) release();
  assert.deepEqual([await statusOf('pdf'), await closureAs('application/pdf')], [404, 404]);
});

test('a slot is released when the client disconnects', async () => {
  await aProduct(shop);
  const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const form =
    'POST /api/v1/inventory/import HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 999\r\n';
  const sockets = [1, 2].map(() => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(`${form}authorization: ${shop.owner.headers.authorization}\r\n\r\n--x`);
    return socket;
  });
  const status = async () => (await shop.owner.get('/inventory/export?format=csv')).status;
  await untilShare(app, 'under_way', 'heavy_work', 2);
  assert.equal(await status(), 429);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await status()) === 200);
});

test('an import keeps its slot until it ends, even if its client disconnects', async () => {
  const product = await aProduct(shop);
  const open = () => new Promise<number>((resolve) => app.fastify.server.getConnections((_, count) => resolve(count)));
  const listed = async () => (await shop.owner.get('/inventory/imports')).body.data as { status: string }[];
  const before = (await listed()).length;
  const blocking = await app.admin.connect();
  try {
    await blocking.query('begin');
    await blocking.query('select from products where merchant_id = $1 and id = $2 for update', [
      shop.merchant_id,
      product.id,
    ]);
    const { headers, payload } = await formOf(`sku,name,price\n${product.sku},Renamed,1\n`);
    const sockets = [1, 2].map(() => {
      const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
      const all = {
        host: 'a',
        ...headers,
        'content-length': payload.length,
        authorization: shop.owner.headers.authorization,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /api/v1/inventory/import HTTP/1.1\r\n${lines.join('')}\r\n`);
      socket.write(payload);
      return socket;
    });
    await until(async () => (await listed()).length === before + 2);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await open()) === 0);
    assert.equal((await shop.owner.get('/inventory/export?format=csv')).status, 429);
  } finally {
    await blocking.query('rollback');
    blocking.release();
  }
  await until(async () => (await shop.owner.get('/inventory/export?format=csv')).status === 200);
  await until(async () => (await listed()).every(({ status }) => status === 'done'));
});
