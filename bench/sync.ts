import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { createClient } from '../client/src/client.ts';
import { startService } from '../demo/service.ts';
import { aPlace } from '../test/process/place.ts';

/**
 * A till that begins with nothing, at a shop with 100,000 products, over HTTP from a service of its own. Prints time, bytes and the memory of
 * the service; `PRODUCTS=1000 node bench/sync.ts` for a smaller one. Linux only: memory is read from /proc.
 */

const products = Number(process.env.PRODUCTS ?? 100_000);
const customers = products / 10;

const place = await aPlace();
const service = await startService(place.env);

async function measure(): Promise<void> {
  let token = '';
  const client = createClient({ baseUrl: service.url, onTokens: (tokens) => (token = tokens?.access_token ?? '') });
  const person = { email: 'bench@example.com', password: 'a good long password' };
  await client.register({ body: { ...person, name: 'Bench' } });
  await client.signIn(person);
  await fill();

  const memory = { before: await memoryOf('VmRSS'), peak: 0 };
  const all = await synchronise(token);
  memory.peak = await memoryOf('VmHWM');
  await client.createCustomer({ body: { name: 'One more' } });
  const change = await synchronise(token, all.cursor);
  console.log(`everything: ${describe(all)}`);
  console.log(`one change: ${describe(change)}`);
  console.log(`memory of the service: ${memory.before} MB before, ${memory.peak} MB at most since its start`);
}

interface Run {
  cursor: string;
  pages: number;
  records: number;
  bytes: number;
  plain_bytes: number;
  ms: number;
}

const describe = ({ pages, records, bytes, plain_bytes, ms }: Run) =>
  `${records} records on ${pages} pages in ${(ms / 1_000).toFixed(2)} s, ${(bytes / 1e6).toFixed(2)} MB with gzip, ${(plain_bytes / 1e6).toFixed(2)} MB without`;

async function synchronise(token: string, from?: string): Promise<Run> {
  const run = { cursor: from ?? '', pages: 0, records: 0, bytes: 0, plain_bytes: 0, ms: 0 };
  const begun = performance.now();
  for (;;) {
    const body = await fetchPage(`/sync?limit=1000${run.cursor === '' ? '' : `&cursor=${run.cursor}`}`, token);
    const text = (body.zipped ? gunzipSync(body.content) : body.content).toString();
    const { data, meta } = JSON.parse(text);
    run.pages += 1;
    run.records += data.length;
    run.bytes += body.content.length;
    run.plain_bytes += text.length;
    run.cursor = meta.cursor;
    if (meta.has_more !== true) return { ...run, ms: performance.now() - begun };
  }
}

const fetchPage = (path: string, token: string): Promise<{ content: Buffer; zipped: boolean }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
    get(`${service.url}/api/v1${path}`, { headers }, async (response) => {
      const content = Buffer.concat(await response.toArray());
      resolve({ content, zipped: response.headers['content-encoding'] === 'gzip' });
    }).once('error', reject);
  });

/** Past the interface, since it is not what is measured. */
async function fill(): Promise<void> {
  const admin = new pg.Pool({ host: `${place.env.DATA_DIR}/pg`, user: 'tillhouse_owner', database: 'tillhouse' });
  const { rows } = await admin.query('select merchant_id, id from warehouses');
  const { merchant_id, id } = rows[0] as { merchant_id: string; id: string };
  await admin.query(
    `insert into products (merchant_id, id, sku, name, description, price, cost, barcode, created_at, updated_at)
     select $1, gen_random_uuid(), 'SKU-' || n, 'Product number ' || n, 'What there is to say of it', n, n / 2, (4000000000000 + n)::text, now(), now()
     from generate_series(1, $2::int) n`,
    [merchant_id, products],
  );
  await admin.query(
    `insert into stock_levels (merchant_id, product_id, warehouse_id, on_hand, updated_at)
     select merchant_id, id, $2, 10, now() from products where merchant_id = $1`,
    [merchant_id, id],
  );
  await admin.query(
    `insert into customers (merchant_id, id, name, email, created_at, updated_at)
     select $1, gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@example.com', now(), now() from generate_series(1, $2::int) n`,
    [merchant_id, customers],
  );
  await admin.query('analyze');
  await admin.end();
}

/** In MB. */
async function memoryOf(figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${service.process.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
}

try {
  await measure();
} finally {
  await service.stop();
  await place.remove();
}
