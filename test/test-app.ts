import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FastifyBaseLogger, RouteOptions } from 'fastify';
import pg from 'pg';
import { buildApp } from '../server/src/app.ts';
import { writeOutbox } from '../server/src/features/audit/write-entries.ts';
import { isAlone, loadConfig } from '../server/src/platform/config/config.ts';
import type { App } from '../server/src/platform/context/app.ts';
import { readTopology } from '../server/src/platform/database/citus/distribution.ts';
import type { Connection } from '../server/src/platform/database/connection.ts';
import { createDatabase } from '../server/src/platform/database/database.ts';
import type { Database } from '../server/src/platform/database/handle.ts';
import { serviceRole } from '../server/src/platform/database/migration/service-role.ts';
import { createConnectionShares, createPool, type Patience } from '../server/src/platform/database/pool/pool.ts';
import { createTenantCaches } from '../server/src/platform/database/tenant-caches.ts';
import { openJobQueue } from '../server/src/platform/jobs/job-queue.ts';
import { openMailer } from '../server/src/platform/mail/mailer.ts';
import { createPush } from '../server/src/platform/push/open.ts';
import type { Post } from '../server/src/platform/push/push.ts';
import { makeVapidKeys } from '../server/src/platform/push/web-push.ts';
import { openStorage } from '../server/src/platform/storage/open.ts';
import { createTelemetry } from '../server/src/platform/telemetry/telemetry.ts';
import type { Traces } from '../server/src/platform/telemetry/traces.ts';
import { asAdmin, type TestServer } from './admin.ts';
import { type Caller, createCaller } from './caller.ts';
import { createDescriptionCheck, createEventCheck, type ToldEvent } from './described.ts';
import { watchHeldConnections } from './held-connections.ts';
import { brokenInvariants } from './invariants.ts';
import { testServerVariable } from './server.ts';

/** The whole application over a database of its own, as one test file uses it. */
export interface TestApp {
  fastify: App;
  /** All of its routes. */
  routes: readonly RouteOptions[];
  database: Database;
  /** Sees and may do everything: for looking at what a request left behind. */
  admin: pg.Pool;
  /** As its administrator, for who needs connections of their own. */
  connection: Connection;
  /** Somebody without a token. */
  anonymous: Caller;
  clock: {
    now(): string;
    set(at: string): void;
    advance(ms: number): void;
    /** It stands still until it is set. */
    freeze(at: string): void;
  };
}

interface TestAppOptions {
  env?: Record<string, string>;
  /** How push messages leave; without it there is no way out. */
  post?: Post;
  /** Where the pages for browsers are; they are being made, when left out. */
  pages?: string;
  /** Nothing is logged without one. */
  logger?: FastifyBaseLogger;
  traces?: Traces;
  /** Its signing key. */
  secret?: string;
  /** The account that the service acts as. */
  role?: string;
  /** False where others work on its database: what they do must count, too. */
  isAlone?: boolean;
  /** How long the database is waited for; long, when left out: the machine may have other work. */
  patience?: Patience;
  /** Sees the pool of the service before anybody uses it. */
  onPool?(pool: pg.Pool): void;
  /** Sees each route before it is added. */
  onRoute?(route: RouteOptions): void;
}

export const patienceOfTests: Patience = {
  connection_ms: 60_000,
  connecting_ms: 30_000,
  statement_ms: 120_000,
  lock_ms: 60_000,
};

const noWayOut: Post = () => Promise.reject(new Error('a test sends nothing into the world'));

const usualSecret = 'a secret that only the tests know, 32 and more';
let made = 0;

export interface OpenTestApp extends TestApp {
  /** What was waited for while a connection was held. */
  heldConnections: readonly string[];
  /** Ends it, and whatever its clients keep open. */
  close(): Promise<void>;
}

/** A clone of the migrated template. */
export async function cloneDatabase(server: TestServer): Promise<TestServer & { database: string }> {
  const name = `test_${process.pid}_${++made}`;
  await asAdmin(server, async (client, machine) => {
    await client.query(`create database ${name} template ${server.database} strategy wal_log`);
    // Rights on a database are not copied with it: the tables of background jobs come to be when the first one is asked for.
    if (machine === server) await client.query(`grant create on database ${name} to ${serviceRole}`);
  });
  return { ...server, database: name };
}

/** The whole application in this process, over this database. */
export async function openTestApp(connection: Connection, options: TestAppOptions = {}): Promise<OpenTestApp> {
  const config = loadConfig({
    RATE_LIMIT_PER_MINUTE: '0',
    WORKERS: '1',
    PASSWORD_HASH_MEMORY_KIB: '1024',
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
    ...options.env,
  });
  const telemetry = createTelemetry({
    log: options.logger ?? { warn: () => undefined },
    slow_statement_ms: config.slow_statement_ms,
    traces: options.traces,
  });
  const settings = {
    size: 10,
    onLost: () => undefined,
    watch: telemetry,
    patience: options.patience ?? patienceOfTests,
  };
  const pool = createPool({ ...connection, role: options.role ?? serviceRole }, settings);
  options.onPool?.(pool);
  const admin = new pg.Pool({ ...connection, max: 2 });
  admin.on('error', () => undefined);
  const clock = createTestClock();
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-files-'));
  const alone = options.isAlone ?? isAlone(config);
  const shares = createConnectionShares(config.limits.connections, settings.patience.connection_ms);
  const database = createDatabase(pool, {
    writeOutbox,
    shares,
    caches: alone ? createTenantCaches() : undefined,
    topology: await readTopology(admin),
  });
  const heldConnections: string[] = [];
  const watch = watchHeldConnections((fault) => heldConnections.length < 20 && heldConnections.push(fault));
  const storage = await openStorage({ ...config, data_dir: folder }, { error: () => undefined });
  const jobs = openJobQueue({ ...connection, role: options.role ?? serviceRole }, { warn: () => undefined });
  const routes: RouteOptions[] = [];
  const fastify = await buildApp({
    services: {
      config,
      isAlone: alone,
      database: watch.database(database),
      telemetry,
      clock,
      secret: options.secret ?? usualSecret,
      storage: watch.service('storage', storage),
      pages: { folder: () => options.pages },
      mailer: config.mail && openMailer(config.mail),
      jobs,
      push: createPush({
        vapid: await makeVapidKeys(),
        contact: config.push_contact,
        fcm: undefined,
        post: options.post ?? noWayOut,
      }),
      isServing: () => true,
      isDatabaseAlive: async () => true,
    },
    ...(options.logger === undefined ? {} : { logger: options.logger }),
    pool,
    shares,
    onRoute(route) {
      options.onRoute?.(route);
      routes.push(route);
    },
  });
  await fastify.ready();
  return {
    fastify,
    routes,
    heldConnections,
    database,
    admin,
    connection,
    anonymous: createCaller(fastify, {}),
    clock,
    async close() {
      // Not closed only: a client that keeps its connections would keep the file running.
      await fastify.drain();
      await jobs.close();
      await pool.end();
      await admin.end();
      watch.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Over a database of its own, dropped at the end of the file; kept, and named, when a test failed or an invariant broke. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const server = testServer();
  const connection = await cloneDatabase(server);
  const app = await openTestApp(connection, options);
  const { fastify, admin } = app;
  const complaints: string[] = [];
  watchAnswers(fastify, complaints);
  after(async () => {
    await fastify.drain();
    const broken = [
      ...complaints,
      ...app.heldConnections,
      ...(await brokenEvents(admin, fastify.swagger())),
      ...(await brokenInvariants(admin)),
    ];
    await app.close();
    if (broken.length > 0) throw new Error(`database ${connection.database} is kept; broken:\n${broken.join('\n')}`);
    await asAdmin(server, (client) => client.query(`drop database ${connection.database} with (force)`));
  });
  return app;
}

/** Events that are not as the description of their types says. The first few of them: one mistake makes many. */
async function brokenEvents(admin: pg.Pool, described: object): Promise<string[]> {
  const check = createEventCheck(described);
  const { rows } = await admin.query<ToldEvent & { created_at: Date; payload: string }>(
    `select id, type, coalesce(sequence, 0)::int as sequence, merchant_id, subject_id, user_id, api_key_id, payload, created_at from events`,
  );
  return rows
    .flatMap(({ payload, created_at, ...event }) =>
      check({ ...event, timestamp: created_at.toISOString(), data: JSON.parse(payload) }),
    )
    .slice(0, 5);
}

interface Injected {
  statusCode: number;
  body: string;
  headers: Record<string, unknown>;
}

/** No test may meet a failure of ours that it did not ask for, a status that the interface does not know, or an answer that is not as described. */
function watchAnswers(app: App, complaints: string[]): void {
  const statuses = new Set([200, 201, 304, 400, 401, 403, 404, 422, 429, 503]);
  const inject = app.inject.bind(app) as (options: object) => Promise<Injected>;
  const checkDescription = createDescriptionCheck(app.swagger());
  Object.assign(app, {
    async inject(options: { method?: string; url?: string }) {
      const answer = await inject(options);
      const { statusCode: status, body, headers } = answer;
      const { method = 'GET', url = '' } = options;
      if (!statuses.has(status)) complaints.push(`${method} ${url} answered ${status}: ${body.slice(0, 300)}`);
      complaints.push(
        ...checkDescription({ method, url, status, body, headers, type: String(headers['content-type'] ?? '') }),
      );
      return answer;
    },
  });
}

function createTestClock() {
  let offset_ms = 0;
  let frozen: string | undefined;
  const now = () => frozen ?? new Date(Date.now() + offset_ms).toISOString();
  return {
    now,
    freeze: (at: string) => {
      frozen = at;
    },
    set: (at: string) => {
      frozen = undefined;
      offset_ms = Date.parse(at) - Date.now();
    },
    advance: (ms: number) => {
      offset_ms += ms;
    },
  };
}

/** The PostgreSQL that the test run started. */
export function testServer(): TestServer {
  const found = process.env[testServerVariable];
  if (found === undefined)
    throw new Error('run this through `npm test -- <path>`: it starts the database that tests need');
  return JSON.parse(found) as TestServer;
}
