import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { type ConcurrencySettings, readConcurrency } from './concurrency-config.ts';
import { address, oneOf, text, wholeNumber, wrong } from './environment.ts';
import { type LimitSettings, readLimits } from './limits-config.ts';
import {
  allowsCommonPasswords,
  type MailSettings,
  type Registration,
  readMail,
  readRegistration,
  readSignInLimits,
  type SignInLimits,
} from './people-config.ts';
import { readStorageConfig, type StorageConfig } from './storage-config.ts';

/** All settings of the environment. They are read once, here. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly data_dir: string;
  readonly database_url: string | undefined;
  readonly database_pool_size: number;
  /** How long running requests may take when the service stops, before they are aborted. */
  readonly request_stop_s: number;
  /** How long the embedded server may take to stop, before it is killed. */
  readonly database_stop_s: number;
  /** A Redis-compatible server that counts requests for all machines. */
  readonly redis_url: string | undefined;
  readonly public_url: string | undefined;
  readonly cdn_url: string | undefined;
  /** Requests a minute for a user or an anonymous address; 0 turns the limit off. */
  readonly rate_limit_per_minute: number;
  readonly jwt_secret: string | undefined;
  readonly cors_origins: readonly string[] | '*';
  readonly log_level: string;
  /** Statements of the database that take longer are written to the log; 0 is never. */
  readonly slow_statement_ms: number;
  /** The collector of traces, if any. */
  readonly traces: TraceSettings | undefined;
  /** Whether this process runs jobs beside requests, no jobs, or jobs only. */
  readonly worker: (typeof workerModes)[number];
  /** Processes that answer requests. */
  readonly workers: number;
  /** The bearer token for reading /metrics from other machines. Without one, only this machine may read it. */
  readonly metrics_token: string | undefined;
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  readonly trusted_proxies: readonly string[];
  readonly password_hash_memory_kib: number;
  /** How much work runs at once outside of the event loop. */
  readonly concurrency: ConcurrencySettings;
  /** Whether common passwords are allowed. */
  readonly common_passwords: boolean;
  /** The mail server; without it, links are handed over in person. */
  readonly mail: MailSettings | undefined;
  /** Who may register. */
  readonly registration: Registration;
  /** The key file of a service account for FCM. */
  readonly fcm_service_account: string | undefined;
  readonly fcm_url: string;
  /** The contact address for push services. */
  readonly push_contact: string;
  /** Ranges of private addresses that webhooks may reach. */
  readonly webhook_allow_private: readonly string[];
  /** A bucket for files, instead of a folder. */
  readonly s3: S3Settings | undefined;
  /** Quotas, and the key of backups. */
  readonly storage: StorageConfig;
  /** The shares of one merchant, user or address. */
  readonly limits: LimitSettings;
  /** The limits for failed sign-ins. */
  readonly sign_in: SignInLimits;
}

export interface TraceSettings {
  /** The address of a collector for OTLP over HTTP. */
  endpoint: string;
  /** The part of traces that is recorded, from 0 to 1. */
  share: number;
  /** The name of this service in traces. */
  service: string;
}

export interface S3Settings {
  bucket: string;
  /** The address of a compatible server; by default Amazon's. */
  endpoint: string | undefined;
  region: string;
  /** By default the client library finds them: in the environment, the profile, or the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The prefix of file names in the bucket. */
  prefix: string;
}

const workerModes = ['inline', 'off', 'only'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws Error naming the variable that cannot be used, and why. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const secret = text(env, 'JWT_SECRET');
  if (secret !== undefined && secret.length < 32) throw wrong('JWT_SECRET', 'must have at least 32 characters');
  const database_url = text(env, 'DATABASE_URL');
  if (database_url !== undefined && !/^postgres(ql)?:\/\//.test(database_url)) {
    throw wrong('DATABASE_URL', 'must begin with postgres:// or postgresql://');
  }
  const log_level = text(env, 'LOG_LEVEL') ?? 'info';
  if (!logLevels.includes(log_level)) throw wrong('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`);
  const worker = oneOf(env, 'WORKER', workerModes);
  if (worker !== 'inline' && database_url === undefined)
    throw wrong('WORKER', `can be “${worker}” only where processes share a database: set DATABASE_URL`);
  const database_pool_size = wholeNumber(env, 'DATABASE_POOL_SIZE', { fallback: 10, least: 1, most: 200 });
  const processes = readWorkers(env, {
    worker,
    pool_size: database_url === undefined ? database_pool_size : undefined,
  });
  return Object.freeze({
    port: wholeNumber(env, 'PORT', { fallback: 3000, least: 0, most: 65_535 }),
    host: text(env, 'HOST') ?? '127.0.0.1',
    data_dir: resolve(text(env, 'DATA_DIR') ?? './data'),
    database_url,
    database_pool_size,
    request_stop_s: wholeNumber(env, 'REQUEST_STOP_SECONDS', { fallback: 10, least: 1, most: 3_600 }),
    database_stop_s: wholeNumber(env, 'DATABASE_STOP_SECONDS', { fallback: 60, least: 1, most: 3_600 }),
    redis_url: readRedisUrl(env, database_url),
    public_url: address(env, 'PUBLIC_URL'),
    cdn_url: address(env, 'CDN_URL'),
    rate_limit_per_minute: wholeNumber(env, 'RATE_LIMIT_PER_MINUTE', { fallback: 100, least: 0, most: 1_000_000 }),
    jwt_secret: secret,
    cors_origins: readOrigins(env),
    log_level,
    slow_statement_ms: wholeNumber(env, 'SLOW_STATEMENT_MS', { fallback: 500, least: 0, most: 60_000 }),
    traces: readTraces(env),
    worker,
    workers: processes,
    metrics_token: text(env, 'METRICS_TOKEN'),
    trusted_proxies: (text(env, 'TRUSTED_PROXIES') ?? '')
      .split(',')
      .map((proxy) => proxy.trim())
      .filter(Boolean),
    // OWASP's floor for Argon2id with two passes: 19 MiB.
    password_hash_memory_kib: wholeNumber(env, 'PASSWORD_HASH_MEMORY_KIB', {
      fallback: 19_456,
      least: 1_024,
      most: 1_048_576,
    }),
    common_passwords: allowsCommonPasswords(env),
    mail: readMail(env),
    registration: readRegistration(env),
    fcm_service_account: text(env, 'FCM_SERVICE_ACCOUNT'),
    fcm_url: address(env, 'FCM_URL') ?? 'https://fcm.googleapis.com',
    push_contact: contact(env),
    webhook_allow_private: readRanges(env, 'WEBHOOK_ALLOW_PRIVATE'),
    s3: readS3(env),
    storage: readStorageConfig(env),
    limits: readLimits(env, { pool_size: database_pool_size }),
    sign_in: readSignInLimits(env),
    concurrency: readConcurrency(env),
  });
}

/** The maximum of connections of the embedded server, and the part for backups and administration. */
const max_connections = 231;
const spare_connections = 20;
/** The minimum of connections of the embedded server. */
const min_connections = 100;

/**
 * Each process has its pool and a connection for the heartbeat. With workers, the primary has the same. Jobs have two and
 * one for their heartbeat.
 */
const connectionsOf = (workers: number, pool_size: number) => (workers + (workers > 1 ? 1 : 0)) * (pool_size + 1) + 3;

/** The number of connections of the embedded server: each takes memory, also when unused. */
export const embeddedConnectionsOf = ({
  workers,
  database_pool_size,
}: Pick<Config, 'workers' | 'database_pool_size'>): number =>
  Math.max(min_connections, connectionsOf(workers, database_pool_size) + spare_connections);

interface Sharing {
  worker: Config['worker'];
  /** The pool of each process that shares the embedded server. */
  pool_size: number | undefined;
}

const isTooMany = (workers: number, pool_size: number | undefined): boolean =>
  pool_size !== undefined && connectionsOf(workers, pool_size) > max_connections;

/** As many of the wanted workers as the embedded database can serve. It can serve one with the largest pool. */
export const fittingWorkers = (wanted: number, pool_size: number | undefined): number =>
  isTooMany(wanted, pool_size) ? fittingWorkers(wanted - 1, pool_size) : wanted;

/** @throws Error if there are more than the embedded database can serve */
function readWorkers(env: NodeJS.ProcessEnv, { worker, pool_size }: Sharing): number {
  const wanted = workersOf({
    cores: availableParallelism(),
    memory_bytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  });
  const fallback = fittingWorkers(wanted, pool_size);
  const workers = wholeNumber(env, 'WORKERS', { fallback, least: 1, most: 64 });
  if (isTooMany(workers, pool_size))
    throw wrong(
      'WORKERS',
      `is too many for the embedded database: ${workers} with ${pool_size} connections each (DATABASE_POOL_SIZE)`,
    );
  // A process that answers no requests needs no workers.
  return worker === 'only' ? 1 : workers;
}

/**
 * One process and the database use two cores. On machines with more cores, the database needs half of them. Each
 * process also needs its share of the memory.
 */
export const workersOf = ({ cores, memory_bytes }: { cores: number; memory_bytes: number }): number =>
  cores < 4 ? 1 : Math.max(1, Math.min(4, Math.floor(cores / 2), Math.floor(memory_bytes / 2 ** 30)));

/** Origins in the form that browsers send, so that they can be compared. */
function readOrigins(env: NodeJS.ProcessEnv): string[] | '*' {
  const value = text(env, 'CORS_ORIGINS') ?? '*';
  if (value === '*') return value;
  const origins = value
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  const invalid = origins.find((origin) => !/^[a-z][a-z\d+.-]*:\/\/[^\s/?#*@]+$/.test(origin));
  if (invalid !== undefined)
    throw wrong('CORS_ORIGINS', `must be * or origins like https://shop.example, without a path, not “${invalid}”`);
  return origins;
}

function readS3(env: NodeJS.ProcessEnv): S3Settings | undefined {
  const bucket = text(env, 'S3_BUCKET');
  if (bucket === undefined) return undefined;
  const [accessKeyId, secretAccessKey] = [text(env, 'S3_ACCESS_KEY_ID'), text(env, 'S3_SECRET_ACCESS_KEY')];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw wrong(
      accessKeyId === undefined ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY',
      'is missing: the two belong together',
    );
  }
  const prefix = text(env, 'S3_PREFIX')?.replace(/^\/+|\/+$/g, '');
  if (prefix !== undefined && !/^\w[\w.-]*(\/\w[\w.-]*)*$/.test(prefix))
    throw wrong('S3_PREFIX', 'must be names parted by slashes');
  return {
    bucket,
    endpoint: address(env, 'S3_ENDPOINT'),
    region: text(env, 'S3_REGION') ?? 'us-east-1',
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
    prefix: prefix === undefined ? '' : `${prefix}/`,
  };
}

function readTraces(env: NodeJS.ProcessEnv): TraceSettings | undefined {
  const endpoint = address(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return undefined;
  const share = Number(text(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (!(share >= 0 && share <= 1)) throw wrong('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  return { endpoint, share, service: text(env, 'OTEL_SERVICE_NAME') ?? 'tillhouse' };
}

function readRedisUrl(env: NodeJS.ProcessEnv, database_url: string | undefined): string | undefined {
  const url = text(env, 'REDIS_URL');
  if (url === undefined) return undefined;
  if (!/^rediss?:\/\//.test(url)) throw wrong('REDIS_URL', 'must begin with redis:// or rediss://');
  if (database_url === undefined)
    throw wrong('REDIS_URL', 'is for machines that share a database: set DATABASE_URL, too');
  return url;
}

/** Push services require a contact address: the shop's, if they accept it. */
function contact(env: NodeJS.ProcessEnv): string {
  const public_url = text(env, 'PUBLIC_URL');
  const value =
    text(env, 'PUSH_CONTACT') ?? (public_url?.startsWith('https:') ? public_url : 'mailto:push@tillhouse.invalid');
  if (!/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(value))
    throw wrong('PUSH_CONTACT', 'must be a mailto: or https: address');
  return value;
}

function readRanges(env: NodeJS.ProcessEnv, name: string): string[] {
  const ranges = (text(env, name) ?? '')
    .split(',')
    .map((range) => range.trim())
    .filter(Boolean);
  for (const range of ranges) {
    const [, address = '', bits = ''] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(range) ?? [];
    const version = isIP(address);
    if (version === 0 || Number(bits) > (version === 4 ? 32 : 128))
      throw wrong(name, `must be ranges like 10.0.0.0/8, not “${range}”`);
  }
  return ranges;
}

/** Whether only one process uses the database: the embedded one without workers. */
export const isAlone = ({ database_url, workers }: Config): boolean => database_url === undefined && workers === 1;
