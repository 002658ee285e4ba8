import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient, type HttpClient, percentile } from './http-client.ts';
import type { NeighbourPlan, Observed, Order, Work } from './neighbours.ts';

/**
 * Merchants at work, in a process of their own so that who attacks does not keep them from measuring. Each has a till, somebody who reads and
 * somebody who looks at reports, each on a connection of its own; besides, /health/live is asked all the time.
 */
interface Request {
  work: Work;
  phase: number;
  /** Undefined while it waits. */
  ended?: number;
  status: number;
  wait_ms: number;
}

const pauses_ms: Record<Work, number> = { sale: 15, read: 15, report: 60, live: 10 };

let phase = 0;
let isOver = false;
let pace = 1;
const requests = new Set<Request>();
let tokens: string[] = [];

/** Asks, waits for the answer, rests, and asks again. */
async function work(kind: Work, ask: () => Promise<{ status: number; wait_ms: number }>): Promise<void> {
  while (!isOver) {
    const request: Request = { work: kind, phase, status: 0, wait_ms: 0 };
    requests.add(request);
    const { status, wait_ms } = await ask();
    Object.assign(request, { status, wait_ms, ended: phase });
    await sleep(pauses_ms[kind] * pace);
  }
}

function start({ url, merchants, pace: wanted }: NeighbourPlan): void {
  pace = wanted;
  let count = 0;
  for (const [number, { products, branch }] of merchants.entries()) {
    const client = (): HttpClient => createHttpClient(url, 16 + number);
    const headers = (more = {}) => ({ authorization: `Bearer ${tokens[number]}`, ...more });
    const [till, reader, reporter] = [client(), client(), client()];
    const oneOf = () => products[count++ % products.length];
    void work('sale', () => {
      const body = {
        items: [
          { product_id: oneOf(), quantity: 1 },
          { product_id: oneOf(), quantity: 1 },
        ],
        payment_method: 'cash',
      };
      const keyed = { 'content-type': 'application/json', 'idempotency-key': `neighbour ${number} ${count}` };
      return till.send({
        method: 'POST',
        path: '/api/v1/transactions',
        headers: headers(keyed),
        payload: Buffer.from(JSON.stringify(body)),
      });
    });
    void work('read', () => {
      const paths = [
        '/products?limit=20',
        `/products/${oneOf()}`,
        '/dashboard/summary',
        '/transactions?limit=20',
        '/inventory?limit=20',
      ];
      return reader.send({ method: 'GET', path: `/api/v1${paths[count++ % paths.length]}`, headers: headers() });
    });
    void work('report', () => {
      const path = `/api/v1/reports/sales?start_date=2026-01-01&end_date=2026-12-31&group_by=day&branch_id=${branch}`;
      return reporter.send({ method: 'GET', path, headers: headers() });
    });
  }
  const probe = createHttpClient(url, 15);
  void work('live', () => probe.send({ method: 'GET', path: '/health/live', headers: {} }));
}

/** What was asked in a phase, or before it and answered in it; waits until all of that is answered. */
async function observe(of: number): Promise<Observed> {
  const during = () => [...requests].filter((request) => request.phase <= of && (request.ended ?? of) >= of);
  while (during().some(({ ended }) => ended === undefined)) await sleep(2);
  const seen = during();
  // What ended in this phase is of no other that is asked for later.
  for (const request of requests) if ((request.ended ?? Number.POSITIVE_INFINITY) <= of) requests.delete(request);
  const figures = (kind: Work) => {
    const own = seen.filter((request) => request.work === kind);
    const waits = own.map(({ wait_ms }) => wait_ms);
    const refused: Record<string, number> = {};
    for (const { status } of own) if (status < 200 || status >= 300) refused[status] = (refused[status] ?? 0) + 1;
    return {
      count: own.length,
      p50_ms: percentile(waits, 50),
      p99_ms: percentile(waits, 99),
      worst_ms: Math.max(0, ...waits),
      refused,
    };
  };
  return { sale: figures('sale'), read: figures('read'), report: figures('report'), live: figures('live') };
}

process.on('message', async (order: Order) => {
  if ('tokens' in order) tokens = order.tokens;
  if ('start' in order) start(order.start);
  if ('phase' in order) phase = order.phase;
  if ('observe' in order) process.send?.({ observed: order.observe, ...(await observe(order.observe)) });
});
// The parent process has ended.
process.once('disconnect', () => {
  isOver = true;
  process.exit();
});
