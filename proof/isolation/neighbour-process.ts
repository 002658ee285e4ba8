import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient, type HttpClient, percentile } from './http-client.ts';
import type { Command, NeighbourPlan, Observed, Work } from './neighbours.ts';

/**
 * Merchants at work, in a separate process so that the attacks do not distort their measured times. Each has a till, a
 * reader and a reader of reports, each with its own connections. Another client polls /health/live.
 */
interface Request {
  work: Work;
  phase: number;
  /** The phase in which the response arrived; undefined before. */
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

/** Sends a request, waits for the response, pauses, and repeats. */
async function work(kind: Work, send: () => Promise<{ status: number; wait_ms: number }>): Promise<void> {
  while (!isOver) {
    const request: Request = { work: kind, phase, status: 0, wait_ms: 0 };
    requests.add(request);
    const { status, wait_ms } = await send();
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

/** The figures of all requests sent in a phase, or sent before it and answered in it. Waits until all are answered. */
async function observe(of: number): Promise<Observed> {
  const during = () => [...requests].filter((request) => request.phase <= of && (request.ended ?? of) >= of);
  while (during().some(({ ended }) => ended === undefined)) await sleep(2);
  const seen = during();
  // Requests that ended in this phase do not belong to a later one.
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

process.on('message', async (command: Command) => {
  if ('tokens' in command) tokens = command.tokens;
  if ('start' in command) start(command.start);
  if ('phase' in command) phase = command.phase;
  if ('observe' in command) process.send?.({ observed: command.observe, ...(await observe(command.observe)) });
});
// The parent process has ended.
process.once('disconnect', () => {
  isOver = true;
  process.exit();
});
