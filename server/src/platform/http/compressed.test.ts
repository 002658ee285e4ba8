import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { sendText } from './compressed.ts';

const app = Fastify();
app.get<{ Querystring: { length: number; vary?: string } }>('/', async (request, reply) => {
  const { length, vary } = request.query;
  if (vary !== undefined) reply.header('vary', vary);
  return sendText(request, reply, 'x'.repeat(length));
});
const get = (query: string, encoding = 'gzip') =>
  app.inject({ url: `/?${query}`, headers: { 'accept-encoding': encoding } });

test('compresses a text of 1,024 characters, and no shorter one', async () => {
  const long = await get('length=1024');
  assert.equal(long.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(long.rawPayload).toString(), 'x'.repeat(1_024));
  const short = await get('length=1023');
  assert.deepEqual([short.headers['content-encoding'], short.body], [undefined, 'x'.repeat(1_023)]);
});

test('compresses only for clients that accept gzip', async () => {
  for (const encoding of ['br, gzip', 'GZIP;q=0.5', 'gzip; q=1.0'])
    assert.equal((await get('length=5000', encoding)).headers['content-encoding'], 'gzip', encoding);
  for (const encoding of ['', 'br', 'gzip;q=0', 'xgzip'])
    assert.equal((await get('length=5000', encoding)).headers['content-encoding'], undefined, encoding);
});

test('a cache keeps responses by encoding, beside what they vary by already', async () => {
  assert.equal((await get('length=1')).headers.vary, 'Accept-Encoding');
  assert.equal((await get('length=1&vary=Origin')).headers.vary, 'Origin, Accept-Encoding');
});
