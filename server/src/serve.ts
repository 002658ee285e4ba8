import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { systemClock } from './core/clock.ts';
import { rootWarning } from './core/root-warning.ts';
import { sentenceOf } from './core/sentence.ts';
import { workerStopsWithin_ms } from './core/stopping-times.ts';
import { writeOutbox } from './features/audit/write-entries.ts';
import { limitHashes } from './features/auth/passwords.ts';
import { createLog } from './log.ts';
import { type Config, isAlone } from './platform/config/config.ts';
import type { App } from './platform/context/app.ts';
import { databaseCounters } from './platform/counters/counters.ts';
import { openRedisCounters, type RedisCounters } from './platform/counters/redis-counters.ts';
import type { Database } from './platform/database/handle.ts';
import { type OpenDatabase, openDatabase } from './platform/database/open.ts';
import { openJobQueue } from './platform/jobs/job-queue.ts';
import { loadPushKeys, loadSecret } from './platform/keys/secret.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { figuresOfPrimary, sumFigures } from './platform/monitoring/metrics.ts';
import { reachability } from './platform/outbound/addresses.ts';
import { createPostOutside } from './platform/outbound/post-outside.ts';
import { openPages } from './platform/pages/open.ts';
import { broadcastInvalidation } from './platform/processes/broadcast-invalidation.ts';
import { collectGarbageWhenIdle } from './platform/processes/collect-garbage.ts';
import type { Workers } from './platform/processes/primary.ts';
import type { Membership } from './platform/processes/worker.ts';
import { deliverTo, openPush } from './platform/push/open.ts';
import { makeVapidKeys } from './platform/push/web-push.ts';
import { openStorage } from './platform/storage/open.ts';
import { openTelemetry } from './platform/telemetry/open.ts';
import type { Telemetry } from './platform/telemetry/telemetry.ts';
import { limitThreads } from './platform/workers/pool.ts';

/** Opens the database, serves until it is stopped, and closes the database. */
export async function serve(config: Config, signalled: Promise<string>): Promise<void> {
  // One of several processes, or none.
  const member = cluster.isWorker ? await (await import('./platform/processes/worker.ts')).joinPrimary() : undefined;
  const log = createLog(config.log_level, process.stdout, member === undefined ? null : { worker: member.number });
  const told = member === undefined ? signalled : Promise.race([signalled, member.toldToStop]);
  const stopping = new AbortController();
  void told.then(() => stopping.abort());
  const until = stopping.signal;
  const warning = member === undefined ? rootWarning(process.getuid?.()) : undefined;
  if (warning !== undefined) log.warn({}, warning);
  try {
    const telemetry = await openTelemetry(config, log);
    const open = await openDatabase(config, { log, writeOutbox, watch: telemetry, joined: member?.joined });
    try {
      if (member === undefined && config.workers > 1) await leadUntil(told, { config, open, log, telemetry, until });
      else await answerUntil(told, { config, open, log, telemetry, until, member });
    } finally {
      await open.close();
      await telemetry.stop();
    }
  } catch (error) {
    if (member === undefined) throw error;
    // The primary decides what follows from it, and says so.
    await member.failed(sentenceOf(error));
    process.exitCode = 1;
  }
  if (member === undefined) log.info('stopped');
}

interface Serving {
  config: Config;
  open: OpenDatabase;
  log: Logger;
  telemetry: Telemetry;
  /** Ends with the signal to stop. */
  until: AbortSignal;
}

/** Answers requests until the signal, and then those that are in flight. */
async function answerUntil(
  told: Promise<string>,
  { member, ...serving }: Serving & { member: Membership | undefined },
) {
  const { config, open, log } = serving;
  let isServing = true;
  const shared = member && broadcastInvalidation(open.database, member.passNews);
  if (shared !== undefined) member?.onNews(shared.hear);
  const redis = await reachRedis(serving);
  const services = {
    ...(await furnish(serving, shared?.database ?? open.database)),
    isServing: () => isServing,
    siblings: member?.siblings,
    // If other machines count too, Redis or the database counts for all.
    counters: redis ?? (config.database_url === undefined ? member?.counters : undefined),
  };
  limitThreads(config.beside.file_threads);
  limitHashes(config.beside.password_hashes);
  const app = await buildApp({ services, logger: log, pool: open.pool, shares: open.shares });
  if (config.worker === 'only') log.info({}, 'Tillhouse works in the background, and answers no requests');
  else await listen(app, config, member);
  const background =
    config.worker === 'off' || member !== undefined
      ? undefined
      : startBackground(services, open.connection, log, app.tryHeavyWork);
  if (config.worker !== 'only' && member === undefined) sayWhoMayRegister(config, log);
  flushCompileCache();
  const rest = collectGarbageWhenIdle(background?.begun);

  const signal = await told;
  isServing = false;
  rest.stop();
  if (member === undefined) log.info({ signal }, 'stopping: requests in flight are finished first');
  await Promise.all([background?.stop(), app.drain()]);
  await services.jobs.close();
  redis?.close();
}

/** If one is configured, and this process answers requests. */
async function reachRedis({
  config: { redis_url, worker, rate_limit_per_minute },
  open,
  log,
}: Serving): Promise<RedisCounters | undefined> {
  if (redis_url === undefined || worker === 'only' || rate_limit_per_minute === 0) return undefined;
  return openRedisCounters(redis_url, { instead: databaseCounters(open.database.global), log });
}

/** Has others answer the requests, and does itself what is to be done in one place. */
async function leadUntil(told: Promise<string>, serving: Serving): Promise<void> {
  const { config, open, log } = serving;
  const { startWorkers } = await import('./platform/processes/primary.ts');
  const shared = broadcastInvalidation(open.database, (merchant_ids) => workers?.passNews(merchant_ids));
  const services = { ...(await furnish(serving, shared.database)), isServing: () => true };
  const joined = { connection: open.connection, data: open.data };
  let workers: Workers | undefined;
  workers = await startWorkers({
    count: config.workers,
    joined,
    log,
    told,
    hear: shared.hear,
    stops_within_ms: workerStopsWithin_ms(config),
  });
  const figures = figuresOfPrimary(services, open.pool, workers.count);
  workers.onFiguresAsked((others) => sumFigures(figures, others));
  const { address } = workers;
  if (address !== undefined) log.info({ workers: config.workers }, openAt(config, address));
  if (address !== undefined) sayWhoMayRegister(config, log);
  const background =
    config.worker === 'off' || address === undefined ? undefined : startBackground(services, open.connection, log);
  const rest = collectGarbageWhenIdle(background?.begun);

  const signal = await told;
  rest.stop();
  log.info({ signal }, 'stopping: requests in flight are finished first');
  await Promise.all([background?.stop(), workers.stop()]);
  await services.jobs.close();
}

/** The parts that every process of the service has. */
async function furnish({ config, open, log, telemetry, until }: Serving, database: Database) {
  const postOutside = createPostOutside(reachability(config.webhook_allow_private));
  return {
    config,
    isAlone: isAlone(config),
    database,
    telemetry,
    clock: systemClock,
    storage: await openStorage(config, log),
    secret: await loadSecret(config, database.global, log),
    pages: openPages({ data_dir: config.data_dir, log, mayMake: !cluster.isWorker && config.worker !== 'only', until }),
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

const openAt = ({ public_url }: Config, address: string) =>
  `Tillhouse is open on ${public_url ?? address}, and explains itself at ${public_url ?? address}/docs`;

/** Said at each start, since it is open by default. */
function sayWhoMayRegister({ registration, mail, public_url }: Config, log: Logger): void {
  if (registration === 'open')
    log.info(
      {},
      'registration is open: everybody who reaches this address may open a shop. REGISTRATION=first or closed ends that',
    );
  if (mail !== undefined && public_url === undefined)
    log.warn({}, 'SMTP_URL is set and PUBLIC_URL is not: links in mail lead to http://localhost. Set PUBLIC_URL');
}

async function listen(app: App, config: Config, member: Membership | undefined): Promise<void> {
  const { host, port } = config;
  member?.opens();
  try {
    await app.listen({
      host,
      port,
      listenTextResolver: (address) => (member === undefined ? openAt(config, address) : `answers on ${address}`),
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
  member?.isListening(app.listeningOrigin);
}
