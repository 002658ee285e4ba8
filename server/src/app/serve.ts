import cluster from 'node:cluster';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { systemClock } from '../core/clock.ts';
import { workerStopsWithin_ms } from '../core/concurrency/stopping-times.ts';
import { rootWarning } from '../core/root-warning.ts';
import { writeOutbox } from '../features/audit/write-entries.ts';
import { limitHashes } from '../features/auth/accounts/passwords.ts';
import { type Config, isAlone } from '../platform/config/config.ts';
import type { App } from '../platform/context/app.ts';
import { databaseCounters } from '../platform/counters/counters.ts';
import { openRedisCounters, type RedisCounters } from '../platform/counters/redis-counters.ts';
import { type OpenDatabase, openDatabase, type SharedDatabase } from '../platform/database/open.ts';
import { openJobQueue } from '../platform/jobs/job-queue.ts';
import { loadPushKeys, loadSecret } from '../platform/keys/secret.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { registerPrimaryMetrics } from '../platform/monitoring/metrics.ts';
import { reachability } from '../platform/outbound/addresses.ts';
import { createPostOutside } from '../platform/outbound/post-outside.ts';
import { openPages } from '../platform/pages/open.ts';
import { collectGarbageWhenIdle } from '../platform/processes/collect-garbage.ts';
import { deliverTo, openPush } from '../platform/push/open.ts';
import { makeVapidKeys } from '../platform/push/web-push.ts';
import { openStorage } from '../platform/storage/open.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { openTelemetry } from '../platform/telemetry/open.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import { limitThreads } from '../platform/workers/pool.ts';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';

/** Opens the database, serves until it is stopped, and closes the database. */
export async function serve(config: Config, signal: Promise<string>): Promise<void> {
  const { isWorker, worker } = cluster;
  // The primary sends a worker the database that it has opened.
  const [joined]: SharedDatabase[] = isWorker ? await once(process, 'message') : [];
  const log = createLog(config.log_level, process.stdout, worker === undefined ? null : { worker: worker.id });
  const stopping = new AbortController();
  void signal.then(() => stopping.abort());
  const warning = isWorker ? undefined : rootWarning(process.getuid?.());
  if (warning !== undefined) log.warn({}, warning);
  const telemetry = await openTelemetry(config, log);
  const open = await openDatabase(config, { log, writeOutbox, timer: telemetry, joined });
  const running = { config, open, log, telemetry, stopSignal: signal, stopping: stopping.signal };
  try {
    if (!isWorker && config.workers > 1) await runPrimary(running);
    else await runServer(running);
  } finally {
    await open.close();
    await telemetry.stop();
  }
  if (!isWorker) log.info('stopped');
}

interface Running {
  config: Config;
  open: OpenDatabase;
  log: Logger;
  telemetry: Telemetry;
  /** Resolves with the signal that stops the process. */
  stopSignal: Promise<string>;
  /** Aborted by the same signal. */
  stopping: AbortSignal;
}

/** Serves requests until the signal, and then finishes the running ones. */
async function runServer(running: Running): Promise<void> {
  const { config, open, log, stopSignal, stopping } = running;
  const { isWorker } = cluster;
  let isServing = true;
  const redis = await openCounters(running);
  const services = { ...(await createServices(running)), isServing: () => isServing, counters: redis };
  limitThreads(config.concurrency.file_threads);
  limitHashes(config.concurrency.password_hashes);
  const app = await buildApp({ services, logger: log, pool: open.pool, shares: open.shares });
  if (config.worker === 'only') log.info({}, 'Tillhouse works in the background, and answers no requests');
  else if (!stopping.aborted) await listen(app, config);
  const runsBackground = config.worker !== 'off' && !isWorker;
  const background = runsBackground ? startBackground(services, open.connection, log, app.tryHeavyWork) : undefined;
  if (config.worker !== 'only' && !isWorker) logSettingsToCheck(config, log);
  flushCompileCache();
  const collection = collectGarbageWhenIdle(background?.begun);

  const signal = await stopSignal;
  isServing = false;
  collection.stop();
  if (!isWorker) log.info({ signal }, 'stopping: requests in flight are finished first');
  await Promise.all([background?.stop(), app.drain()]);
  await services.jobs.close();
  redis?.close();
}

/** Request counters on Redis, if one is configured and this process serves requests. */
async function openCounters({ config, open, log }: Running): Promise<RedisCounters | undefined> {
  const { redis_url, worker, rate_limit_per_minute } = config;
  if (redis_url === undefined || worker === 'only' || rate_limit_per_minute === 0) return undefined;
  return openRedisCounters(redis_url, { fallback: databaseCounters(open.database.global), log });
}

/** Starts the workers that serve requests. Runs in this process what must run only once. */
async function runPrimary(running: Running): Promise<void> {
  const { config, open, log, stopSignal } = running;
  const { startWorkers } = await import('../platform/processes/primary.ts');
  const services = { ...(await createServices(running)), isServing: () => true };
  registerPrimaryMetrics(services, open.pool);
  const workers = await startWorkers({
    count: config.workers,
    database: open,
    log,
    stopSignal,
    stops_within_ms: workerStopsWithin_ms(config),
  });
  const { address } = workers;
  const isStarted = address !== undefined;
  if (isStarted) log.info({ workers: config.workers }, startMessage(config, address));
  if (isStarted) logSettingsToCheck(config, log);
  const background = config.worker !== 'off' && isStarted ? startBackground(services, open.connection, log) : undefined;
  const collection = collectGarbageWhenIdle(background?.begun);

  const signal = await stopSignal;
  collection.stop();
  log.info({ signal }, 'stopping: requests in flight are finished first');
  await Promise.all([background?.stop(), workers.stop()]);
  await services.jobs.close();
}

/** The services that every process of Tillhouse has. */
async function createServices({ config, open, log, telemetry, stopping }: Running) {
  const { database } = open;
  const postOutside = createPostOutside(reachability(config.webhook_allow_private));
  return {
    config,
    isAlone: isAlone(config),
    database,
    telemetry,
    clock: systemClock,
    storage: await openStorage(config, log),
    secret: await loadSecret(config, database.global, log),
    pages: openPages({
      data_dir: config.data_dir,
      log,
      mayBuild: !cluster.isWorker && config.worker !== 'only',
      until: stopping,
    }),
    mailer: config.mail && openMailer(config.mail),
    push: await openPush(
      config,
      await loadPushKeys(config, database.global, makeVapidKeys, log),
      deliverTo(postOutside),
    ),
    jobs: openJobQueue(open.connection, log),
    isDatabaseAlive: open.isAlive,
  };
}

const startMessage = ({ public_url }: Config, address: string) =>
  `Tillhouse is open on ${public_url ?? address}, and explains itself at ${public_url ?? address}/docs`;

/** Logs at each start which settings may not be what the operator wants. */
function logSettingsToCheck({ registration, mail, public_url }: Config, log: Logger): void {
  if (registration === 'open')
    log.info(
      {},
      'registration is open: everybody who reaches this address may open a shop. REGISTRATION=first or closed ends that',
    );
  if (mail !== undefined && public_url === undefined)
    log.warn({}, 'SMTP_URL is set and PUBLIC_URL is not: links in mail lead to http://localhost. Set PUBLIC_URL');
}

/** @throws Error that names the setting to change, if the address cannot be used */
async function listen(app: App, config: Config): Promise<void> {
  const { host, port } = config;
  try {
    await app.listen({
      host,
      port,
      listenTextResolver: (address) => (cluster.isWorker ? `answers on ${address}` : startMessage(config, address)),
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new Error(`PORT ${port} is taken by another program. Stop that, or set PORT to another number.`);
    if (code === 'EACCES')
      throw new Error(`PORT ${port} may not be opened by this account. Set PORT to a number above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Error(`HOST ${host} is no address of this machine.`);
    throw error;
  }
}
