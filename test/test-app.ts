import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FastifyBaseLogger, RouteOptions } from 'fastify';
import pg from 'pg';
import { buildApp } from '../server/src/app/app.ts';
import { writeOutbox } from '../server/src/features/audit/write-entries.ts';
import { isAlone, loadConfig } from '../server/src/platform/config/config.ts';
import type { App } from '../server/src/platform/context/app.ts';
import { readTopology } from '../server/src/platform/database/citus/distribution.ts';
import type { Connection } from '../server/src/platform/database/connection.ts';
import { createDatabase } from '../server/src/platform/database/database.ts';
import type { Database } from '../server/src/platform/database/handle.ts';
import { serviceRole } from '../server/src/platform/database/migration/service-role.ts';
import { createConnectionShares } from '../server/src/platform/database/pool/connection-shares.ts';
import { createPool, type Timeouts } from '../server/src/platform/database/pool/pool.ts';
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
import { createDescriptionCheck, createEventCheck, type EmittedEvent } from './described.ts';
import { watchHeldConnections } from './held-connections.ts';
import { brokenInvariants } from './invariants.ts';
import { testServerVariable } from './server.ts';

/** The whole application on its own database, for one test file. */
export interface TestApp {
  fastify: App;
  /** All of its routes. */
  routes: readonly RouteOptions[];
  database: Database;
  /** A superuser's connections, to inspect and change rows directly. */
  admin: pg.Pool;
  /** The superuser's connection settings. */
  connection: Connection;
  /** A caller without a token. */
  anonymous: Caller;
  clock: {
    now(): string;
    set(at: string): void;
    advance(ms: number): void;
    /** Stops the clock until the next `set`. */
    freeze(at: string): void;
  };
}

interface TestAppOptions {
  env?: Record<string, string>;
  /** Sends push messages. By default each push message fails. */
  post?: Post;
  /** The folder of the built back office. By default it is still being built. */
  pages?: string;
  /** By default nothing is logged. */
  logger?: FastifyBaseLogger;
  traces?: Traces;
  /** The signing key. */
  secret?: string;
  /** The database role of the service. */
  role?: string;
  /** False if other processes use the database. The service then caches nothing that they can change. */
  isAlone?: boolean;
  /** Timeouts of the database. The default is long, because the machine may be busy. */
  timeouts?: Timeouts;
  /** Called with the pool of the service before its first use. */
  onPool?(pool: pg.Pool): void;
  /** Called with each route before it is added. */
  onRoute?(route: RouteOptions): void;
}

export const testTimeouts: Timeouts = {
  connection_ms: 60_000,
  connecting_ms: 30_000,
  statement_ms: 120_000,
  lock_ms: 60_000,
};

const rejectPost: Post = () => Promise.reject(new Error('tests send no push messages'));

const defaultSecret = 'a secret that only the tests know, 32 and more';
let made = 0;

export interface OpenTestApp extends TestApp {
  /** Violations: waits for something other than the database while a connection was held. */
  heldConnections: readonly string[];
  /** Closes the application and the open connections of its clients. */
  close(): Promise<void>;
}

/** Clones the migrated template database. */
export async function cloneDatabase(server: TestServer): Promise<TestServer & { database: string }> {
  const name = `test_${process.pid}_${++made}`;
  await asAdmin(server, async (client, machine) => {
    await client.query(`create database ${name} template ${server.database} strategy file_copy`);
    // Privileges on a database are not cloned. The job queue creates its tables at its first use.
    if (machine === server) await client.query(`grant create on database ${name} to ${serviceRole}`);
  });
  return { ...server, database: name };
}

/** Opens the whole application in this process, on this database. */
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
  const settings = { size: 10, onLost: () => undefined, timer: telemetry, timeouts: options.timeouts ?? testTimeouts };
  const pool = createPool({ ...connection, role: options.role ?? serviceRole }, settings);
  options.onPool?.(pool);
  const admin = new pg.Pool({ ...connection, max: 2 });
  admin.on('error', () => undefined);
  const clock = createTestClock();
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-files-'));
  const alone = options.isAlone ?? isAlone(config);
  const shares = createConnectionShares(config.limits.connections, settings.timeouts.connection_ms);
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
      secret: options.secret ?? defaultSecret,
      storage: watch.service('storage', storage),
      pages: { folder: () => options.pages },
      mailer: config.mail && openMailer(config.mail),
      jobs,
      push: createPush({
        vapid: await makeVapidKeys(),
        contact: config.push_contact,
        fcm: undefined,
        post: options.post ?? rejectPost,
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
      // `close` alone would wait for clients that keep their connections open.
      await fastify.drain();
      await jobs.close();
      await pool.end();
      await admin.end();
      watch.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates the application on its own database, which is dropped at the end of the test file. If the checks at the end
 * find a violation, the database is kept and the error names it.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const server = testServer();
  const connection = await cloneDatabase(server);
  const app = await openTestApp(connection, options);
  const { fastify, admin } = app;
  const problems: string[] = [];
  checkResponses(fastify, problems);
  after(async () => {
    await fastify.drain();
    const violations = [
      ...problems,
      ...app.heldConnections,
      ...(await findInvalidEvents(admin, descriptionOf(fastify))),
      ...(await brokenInvariants(admin)),
    ];
    await app.close();
    if (violations.length > 0)
      throw new Error(`database ${connection.database} is kept; violations:\n${violations.join('\n')}`);
    await asAdmin(server, (client) => client.query(`drop database ${connection.database} with (force)`));
  });
  return app;
}

let description: object | undefined;

/** The same for all applications of a process; to put it together takes long. */
function descriptionOf(app: App): object {
  description ??= app.swagger();
  return description;
}

/** Events that deviate from the schemas of their types. At most five, because one mistake causes many. */
async function findInvalidEvents(admin: pg.Pool, described: object): Promise<string[]> {
  const check = createEventCheck(described);
  const { rows } = await admin.query<EmittedEvent & { created_at: Date; payload: string }>(
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

/** Checks each response: its status must be one that the API defines, and its body must match the description. */
function checkResponses(app: App, problems: string[]): void {
  const statuses = new Set([200, 201, 304, 400, 401, 403, 404, 422, 429, 503]);
  const inject = app.inject.bind(app) as (options: object) => Promise<Injected>;
  const checkDescription = createDescriptionCheck(descriptionOf(app));
  Object.assign(app, {
    async inject(options: { method?: string; url?: string }) {
      const response = await inject(options);
      const { statusCode: status, body, headers } = response;
      const { method = 'GET', url = '' } = options;
      if (!statuses.has(status)) problems.push(`${method} ${url} answered ${status}: ${body.slice(0, 300)}`);
      problems.push(
        ...checkDescription({ method, url, status, body, headers, type: String(headers['content-type'] ?? '') }),
      );
      return response;
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

/** The PostgreSQL server that the test run has started. */
export function testServer(): TestServer {
  const found = process.env[testServerVariable];
  if (found === undefined) throw new Error('run this by `npm test -- <path>`, which starts the database');
  return JSON.parse(found) as TestServer;
}
