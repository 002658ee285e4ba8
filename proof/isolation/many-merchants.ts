import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { formOf } from '../../test/form.ts';
import type { ProofRun } from '../proof.ts';
import { openTestBed } from '../test-bed.ts';
import { rightCsv } from './hostile-uploads.ts';
import { createHttpClient, type HttpClient, type HttpResponse, percentile } from './http-client.ts';
import { call, type Merchant, openMerchant } from './merchants.ts';

/** Figures of the process that reads the streams. */
export interface StreamReport {
  open: number;
  refused: number;
  /** Streams that the service has ended. */
  ended: number;
  events: number;
}

export type StreamCommand = { url: string; tokens: string[]; each: number } | { report: true };

export interface ManyMerchantsPlan {
  merchants: number;
  /** Event streams of each merchant's owner. */
  streams: number;
  /** Rows that one more merchant imports. */
  rows: number;
  /** Each merchant sells once per interval. */
  every_ms: number;
  lasts_ms: number;
}

export const manyMerchants: ManyMerchantsPlan = {
  merchants: 200,
  streams: 5,
  rows: 50_000,
  every_ms: 4_000,
  lasts_ms: 15_000,
};

/** Lets each merchant sell once per interval until the work is done. @returns the responses */
async function sellWhile(
  merchants: readonly Merchant[],
  client: HttpClient,
  every_ms: number,
  work: Promise<unknown>,
): Promise<HttpResponse[]> {
  const sales: HttpResponse[] = [];
  let isOver = false;
  const till = async ({ products: [product_id], users: [owner] }: Merchant, number: number) => {
    await sleep((every_ms * number) / merchants.length);
    while (!isOver) {
      const payload = Buffer.from(JSON.stringify({ items: [{ product_id, quantity: 1 }], payment_method: 'cash' }));
      const headers = { authorization: `Bearer ${owner?.access_token}`, 'content-type': 'application/json' };
      const sale = await client.send({ method: 'POST', path: '/api/v1/transactions', headers, payload });
      sales.push(sale);
      await sleep(Math.max(0, every_ms - sale.wait_ms));
    }
  };
  const tills = merchants.map(till);
  await work.finally(() => {
    isOver = true;
  });
  await Promise.all(tills);
  return sales;
}

async function memoryOf(pid: number | undefined, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024);
}

/** Many merchants sell and read event streams while one imports a large file: no sale is rejected, and no stream ends. */
export async function proveManyMerchants(
  { say }: Pick<ProofRun, 'say'>,
  { merchants: count, streams, rows, every_ms, lasts_ms }: ManyMerchantsPlan,
): Promise<void> {
  const testBed = await openTestBed({
    settings: { RATE_LIMIT_PER_MINUTE: '1000000', SIGN_UPS_PER_HOUR: '0', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' },
  });
  const client = createHttpClient(testBed.url, 20);
  const child = fork(new URL('stream-process.ts', import.meta.url).pathname, { execArgv: [] });
  try {
    const { url, admin } = testBed;
    const { pid } = testBed.service().process;
    const open = (name: string) => openMerchant({ url, admin, name, users: 1, products: 1 });
    const importer = await open('importer');
    const merchants: Merchant[] = [];
    while (merchants.length < count) {
      const next = Array.from({ length: Math.min(4, count - merchants.length) }, (_, at) =>
        open(`merchant-${merchants.length + at}`),
      );
      merchants.push(...(await Promise.all(next)));
    }
    const send = async (command: StreamCommand): Promise<StreamReport> => {
      child.send(command);
      return (await once(child, 'message'))[0] as StreamReport;
    };
    const rejections: string[] = [];
    const sellDuring = async (title: string, work: () => Promise<unknown>) => {
      const started = performance.now();
      const sales = await sellWhile(merchants, client, every_ms, work());
      const waits = sales.map(({ wait_ms }) => wait_ms);
      const rejected = sales.filter(({ status }) => status !== 201);
      const [p50, p99, worst] = [percentile(waits, 50), percentile(waits, 99), Math.max(...waits)];
      const took_s = (performance.now() - started) / 1_000;
      say(
        `${title}: ${sales.length} sales in ${took_s.toFixed(1)} s, ${rejected.length} rejected; median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, ` +
          `worst ${worst.toFixed(0)} ms; memory ${await memoryOf(pid, 'VmRSS')} MiB, at most ${await memoryOf(pid, 'VmHWM')} MiB`,
      );
      rejections.push(...rejected.map(({ status, text }) => `${title}: ${status} ${text.slice(0, 200)}`));
      return sales.length - rejected.length;
    };
    await sellDuring(`${count} merchants sell`, () => sleep(lasts_ms));
    const before = await send({
      url,
      tokens: merchants.map(({ users: [owner] }) => owner?.access_token ?? ''),
      each: streams,
    });
    assert.equal(before.open, count * streams, `streams: ${JSON.stringify(before)}`);
    const eventsBefore = before.events;
    let sold = await sellDuring(`with ${before.open} event streams`, () => sleep(lasts_ms));
    const form = await formOf(Buffer.from(rightCsv(rows, 'import-').make(0)));
    const token = importer.users[0]?.access_token ?? '';
    sold += await sellDuring(`while another imports ${rows} rows`, async () => {
      const done = await call({ client, token }, 'POST', '/inventory/import', form.payload, form.headers);
      assert.equal(done.success, rows);
    });
    // Waits for the events of the last sales.
    let after = await send({ report: true });
    for (let tries = 0; tries < 300 && after.events - eventsBefore < sold * streams; tries += 1) {
      await sleep(100);
      after = await send({ report: true });
    }
    say(
      `${after.open} streams are open, ${after.ended} ended; they received ${after.events - eventsBefore} events of ${sold} sales`,
    );
    assert.deepEqual(rejections.slice(0, 3), [], `${rejections.length} sales were rejected`);
    assert.equal(after.open, count * streams, 'streams ended');
    assert.ok(after.events - eventsBefore >= sold * streams, 'a stream missed a sale');
  } finally {
    child.disconnect();
    client.close();
    await testBed.close();
  }
}
