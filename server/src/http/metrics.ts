import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/handle.ts';
import { notFound } from '../kernel/refusal.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { App } from './app.ts';
import type { Figures, House } from './house.ts';
import { countBroken, countJobs } from './queries.ts';

export interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Figures for Prometheus; read from this machine, or with the token. To anybody else there is no such address. */
export function registerMetrics(app: App, house: House, pool: PoolFigures): { onTurnedAway(method: string): void } {
  const { siblings } = house;
  const registry = figuresOfProcess(pool, house.telemetry);
  const requests = new Histogram({
    name: 'tillhouse_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // Of several processes the one that has the jobs counts what is the house's.
  if (siblings === undefined) addFiguresOfHouse(registry, house.database);
  else siblings.onFiguresAsked(() => registry.getMetricsAsJSON());
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, house.config.metrics_token)) throw notFound('Address');
    return reply.type(registry.contentType).send(await (siblings?.figures() ?? registry.metrics()));
  });
  // Which route it would have come to nobody has asked.
  return { onTurnedAway: (method) => requests.observe({ method, route: 'turned away', status: 503 }, 0) };
}

/** Those of the primary of several processes, which answers no requests. */
export function figuresOfPrimary(house: Pick<House, 'database' | 'telemetry'>, pool: PoolFigures, countWorkers: () => number): Registry {
  const registry = figuresOfProcess(pool, house.telemetry);
  addFiguresOfHouse(registry, house.database);
  new Gauge({
    name: 'tillhouse_workers',
    help: 'Processes that answer requests',
    registers: [registry],
    collect() {
      this.set(countWorkers());
    },
  });
  return registry;
}

/** The figures of several processes as those of one: counters and sizes are added up. */
export async function sumFigures(own: Registry, others: readonly Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...others] as object[]).metrics();
}

function figuresOfProcess(pool: PoolFigures, telemetry: Telemetry): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of telemetry.metrics) registry.registerMetric(metric);
  new Gauge({
    name: 'tillhouse_database_connections',
    help: 'Connections of the pool, by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  return registry;
}

function addFiguresOfHouse(registry: Registry, { global }: Database): void {
  new Gauge({
    name: 'tillhouse_jobs',
    help: 'Jobs of the last week, by name and state',
    labelNames: ['name', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // Figures are asked for most when the database is away.
      const counted = await countJobs(global).catch(() => undefined);
      for (const { name, state, jobs } of counted ?? []) this.set({ name, state }, jobs);
    },
  });
  new Gauge({
    name: 'tillhouse_invariant_violations',
    help: 'Rows that break an invariant, at the last check of each merchant; none is the normal state',
    labelNames: ['invariant'],
    registers: [registry],
    async collect() {
      this.reset();
      const counted = await countBroken(global).catch(() => undefined);
      for (const { invariant, broken } of counted ?? []) this.set({ invariant }, broken);
    },
  });
}

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) {
    // A proxy on this machine speaks for others.
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    return !isForwarded && (socket.remoteAddress === undefined || /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress));
  }
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(headers.authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
