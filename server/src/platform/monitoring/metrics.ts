import cluster from 'node:cluster';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { notFound } from '../../core/errors.ts';
import type { App } from '../context/app.ts';
import type { Services } from '../context/services.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { shareProcessMetrics, sumProcessMetrics } from './process-metrics.ts';
import { countBroken, countJobs } from './queries.ts';

export interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Metrics for Prometheus, for requests from this machine or with the token. Other requests get a 404. */
export function registerMetrics(app: App, services: Services, pool: PoolFigures, more: readonly Metric[] = []): void {
  const registry = figuresOfProcess(pool, services.telemetry);
  for (const metric of more) registry.registerMetric(metric);
  const requests = new Histogram({
    name: 'tillhouse_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // Of several processes, the primary reports the metrics that belong to no process.
  if (!cluster.isWorker) addServiceFigures(registry, services);
  const readMetrics = cluster.isWorker ? shareProcessMetrics(registry) : () => registry.metrics();
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, services.config.metrics_token)) throw notFound('Address');
    return reply.type(registry.contentType).send(await readMetrics());
  });
}

/** Adds the metrics of the primary process, which serves no requests, to those of its workers. */
export function registerPrimaryMetrics(
  services: Pick<Services, 'database' | 'telemetry' | 'storage'>,
  pool: PoolFigures,
): Registry {
  const registry = figuresOfProcess(pool, services.telemetry);
  addServiceFigures(registry, services);
  const sum = sumProcessMetrics(registry);
  new Gauge({
    name: 'tillhouse_workers',
    help: 'Processes that serve requests, whose metrics are in this sum',
    registers: [registry],
    collect() {
      this.set(sum.workers());
    },
  });
  return registry;
}

const loopResolution_ms = 10;

/** How long the event loop was blocked since the metrics were last read; the longest time of all processes. */
function addLoopDelay(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: loopResolution_ms });
  delay.enable();
  // The histogram's values include its own interval.
  const seconds = (delay_ns: number) => Math.max(0, delay_ns / 1e9 - loopResolution_ms / 1_000);
  new Gauge({
    name: 'tillhouse_event_loop_delay_seconds',
    help: 'How long the event loop was blocked since the metrics were last read',
    labelNames: ['quantile'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set({ quantile: '0.99' }, seconds(delay.percentile(99)));
      this.set({ quantile: 'max' }, delay.count === 0 ? 0 : seconds(delay.max));
      delay.reset();
    },
  });
}

function figuresOfProcess(pool: PoolFigures, telemetry: Telemetry): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addLoopDelay(registry);
  for (const metric of telemetry.metrics) registry.registerMetric(metric);
  new Gauge({
    name: 'tillhouse_database_connections',
    help: 'Connections of the pool, by state',
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

const collecting_ms = 1_000;

/**
 * Metrics matter most when the database or the storage is busy or unavailable. A scrape waits one second for them, and
 * then leaves their metrics out. Only one query runs at a time, however often the metrics are read.
 */
function withinASecond<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let running: Promise<T | undefined> | undefined;
  return () => {
    running ??= read()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    return Promise.race([running, sleep(collecting_ms, undefined, { ref: false })]);
  };
}

function addServiceFigures(
  registry: Registry,
  { database: { global }, storage }: Pick<Services, 'database' | 'storage'>,
): void {
  const readJobs = withinASecond(() => countJobs(global));
  const readSpace = withinASecond(() => storage.readSpace());
  const readViolations = withinASecond(() => countBroken(global));
  new Gauge({
    name: 'tillhouse_jobs',
    help: 'Jobs of the last week, by name and state',
    labelNames: ['name', 'state'],
    registers: [registry],
    async collect() {
      const counted = await readJobs();
      this.reset();
      for (const { name, state, jobs } of counted ?? []) this.set({ name, state }, jobs);
    },
  });
  new Gauge({
    name: 'tillhouse_files_free_bytes',
    help: 'Free space of the file storage',
    registers: [registry],
    async collect() {
      const space = await readSpace();
      if (space !== undefined) this.set(space.free_bytes);
    },
  });
  new Gauge({
    name: 'tillhouse_invariant_violations',
    help: 'Rows that break an invariant, at the last check of each merchant; none is the normal state',
    labelNames: ['invariant'],
    registers: [registry],
    async collect() {
      const counted = await readViolations();
      this.reset();
      for (const { invariant, broken } of counted ?? []) this.set({ invariant }, broken);
    },
  });
}
