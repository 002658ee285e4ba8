import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { embeddedConnectionsOf, loadConfig } from './config.ts';

const rejected: [env: NodeJS.ProcessEnv, message: string][] = [
  [{ JWT_SECRET: 'x'.repeat(31) }, 'JWT_SECRET must have at least 32 characters'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  [{ WORKER: 'on' }, 'WORKER must be one of inline, off, only'],
  [{ WORKER: 'off' }, 'WORKER can be “off” only where processes share a database: set DATABASE_URL'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not “-1”'],
  [{ PORT: '1.5' }, 'PORT must be a whole number from 0 to 65535, not “1.5”'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not “65536”'],
  [{ REDIS_URL: 'http://x', DATABASE_URL: 'postgres://x' }, 'REDIS_URL must begin with redis:// or rediss://'],
  [{ REDIS_URL: 'redis://x' }, 'REDIS_URL is for machines that share a database: set DATABASE_URL, too'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be an http or https address, not “shop.example”'],
  [{ CDN_URL: 'ftp://shop.example' }, 'CDN_URL must be an http or https address, not “ftp://shop.example”'],
  [
    { CORS_ORIGINS: 'https://a.example, https://b.example/' },
    'CORS_ORIGINS must be * or origins like https://shop.example, without a path, not “https://b.example/”',
  ],
  [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, 'S3_SECRET_ACCESS_KEY is missing: the two belong together'],
  [{ S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 's' }, 'S3_ACCESS_KEY_ID is missing: the two belong together'],
  [{ S3_BUCKET: 'b', S3_PREFIX: 'a//b' }, 'S3_PREFIX must be names parted by slashes'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '1.01' },
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '-0.01' },
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
  ],
  [{ PUSH_CONTACT: 'push@shop.example' }, 'PUSH_CONTACT must be a mailto: or https: address'],
  [{ WEBHOOK_ALLOW_PRIVATE: '10.0.0.0/33' }, 'WEBHOOK_ALLOW_PRIVATE must be ranges like 10.0.0.0/8, not “10.0.0.0/33”'],
  [{ WEBHOOK_ALLOW_PRIVATE: 'fd00::/129' }, 'WEBHOOK_ALLOW_PRIVATE must be ranges like 10.0.0.0/8, not “fd00::/129”'],
  [{ WEBHOOK_ALLOW_PRIVATE: '10.0.0.0/8,10.1' }, 'WEBHOOK_ALLOW_PRIVATE must be ranges like 10.0.0.0/8, not “10.1”'],
  [{ MAIL_FROM: 'a@b.example' }, 'MAIL_FROM is of no use without SMTP_URL'],
  [{ SMTP_URL: 'http://mail', MAIL_FROM: 'a@b.example' }, 'SMTP_URL must begin with smtp:// or smtps://'],
  [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM is missing: mail servers want to know who sends'],
  [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'Shop' }, 'MAIL_FROM must be an address, or “Name <address>”'],
  [{ REGISTRATION: 'some' }, 'REGISTRATION must be one of open, first, closed'],
  [{ COMMON_PASSWORDS: 'some' }, 'COMMON_PASSWORDS must be one of allow, refuse'],
];
for (const [env, message] of rejected)
  test(`rejects ${JSON.stringify(env)}`, () => assert.throws(() => loadConfig(env), { message }));

const postgres = 'postgres://x';
const collector = 'http://c:4318';
const accepted: [env: NodeJS.ProcessEnv, config: object][] = [
  [
    {},
    {
      port: 3000,
      host: '127.0.0.1',
      data_dir: resolve('data'),
      database_url: undefined,
      redis_url: undefined,
      public_url: undefined,
      jwt_secret: undefined,
      cors_origins: '*',
      log_level: 'info',
      traces: undefined,
      worker: 'inline',
      trusted_proxies: [],
      common_passwords: true,
      mail: undefined,
      registration: 'open',
      fcm_url: 'https://fcm.googleapis.com',
      push_contact: 'mailto:push@tillhouse.invalid',
      webhook_allow_private: [],
      s3: undefined,
    },
  ],
  [{ JWT_SECRET: 'x'.repeat(32) }, { jwt_secret: 'x'.repeat(32) }],
  [
    { DATABASE_URL: 'postgresql://x', WORKER: 'off' },
    { database_url: 'postgresql://x', worker: 'off' },
  ],
  [{ DATABASE_URL: postgres, REDIS_URL: 'rediss://r' }, { redis_url: 'rediss://r' }],
  [
    { PORT: ' ', HOST: '', LOG_LEVEL: ' warn ' },
    { port: 3000, host: '127.0.0.1', log_level: 'warn' },
  ],
  [{ CDN_URL: 'https://cdn.example//' }, { cdn_url: 'https://cdn.example' }],
  [{ CORS_ORIGINS: 'https://a.example, app://b,' }, { cors_origins: ['https://a.example', 'app://b'] }],
  [{ TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2,' }, { trusted_proxies: ['10.0.0.1', '10.0.0.2'] }],
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ HOST: '0.0.0.0' }, { common_passwords: false }],
  [{ HOST: '127.0.0.2' }, { common_passwords: true }],
  [{ HOST: '::1' }, { common_passwords: true }],
  [{ PUBLIC_URL: 'http://shop.example' }, { common_passwords: false, push_contact: 'mailto:push@tillhouse.invalid' }],
  [{ PUBLIC_URL: 'https://shop.example' }, { push_contact: 'https://shop.example' }],
  [{ PUBLIC_URL: 'https://shop.example', COMMON_PASSWORDS: 'allow' }, { common_passwords: true }],
  [{ COMMON_PASSWORDS: 'refuse' }, { common_passwords: false }],
  [{ PUBLIC_URL: 'https://a.example', PUSH_CONTACT: 'mailto:a@b' }, { push_contact: 'mailto:a@b' }],
  [{ WEBHOOK_ALLOW_PRIVATE: '10.0.0.0/32, fd00::/128,' }, { webhook_allow_private: ['10.0.0.0/32', 'fd00::/128'] }],
  [
    { SMTP_URL: 'smtps://mail', MAIL_FROM: 'Shop <a@b.example>' },
    { mail: { smtp_url: 'smtps://mail', from: 'Shop <a@b.example>' } },
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: collector }, { traces: { endpoint: collector, share: 1, service: 'tillhouse' } }],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: '0', OTEL_SERVICE_NAME: 'till' },
    { traces: { endpoint: collector, share: 0, service: 'till' } },
  ],
  [
    { S3_BUCKET: 'b' },
    { s3: { bucket: 'b', endpoint: undefined, region: 'us-east-1', credentials: undefined, prefix: '' } },
  ],
  [
    {
      S3_BUCKET: 'b',
      S3_ENDPOINT: 'http://s3:9000/',
      S3_REGION: 'r',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
      S3_PREFIX: '/a/b.c/',
    },
    {
      s3: {
        bucket: 'b',
        endpoint: 'http://s3:9000',
        region: 'r',
        credentials: { accessKeyId: 'k', secretAccessKey: 's' },
        prefix: 'a/b.c/',
      },
    },
  ],
];
for (const [env, config] of accepted)
  test(`reads ${JSON.stringify(env)}`, () => assert.partialDeepStrictEqual(loadConfig(env), config));

test('trusts exactly the proxies that are named, by default none', () => {
  assert.deepEqual(loadConfig({}).trusted_proxies, []);
  assert.deepEqual(loadConfig({ TRUSTED_PROXIES: '10.0.0.1,, 10.0.0.2,' }).trusted_proxies, ['10.0.0.1', '10.0.0.2']);
});

test('reads sizes in MiB and times in seconds', () => {
  const { storage, limits } = loadConfig({
    PICTURES_MIB_PER_MERCHANT: '3',
    EXPORTS_MIB_PER_MERCHANT: '4',
    UPLOAD_RESERVE_MIB: '64',
    MERCHANT_WAIT_SECONDS: '7',
  });
  assert.deepEqual(
    [storage.picture_bytes_per_merchant, storage.export_bytes_per_merchant, storage.upload_reserve_bytes],
    [3 * 2 ** 20, 4 * 2 ** 20, 64 * 2 ** 20],
  );
  assert.equal(limits.wait_ms, 7_000);
  assert.equal(loadConfig({}).storage.upload_reserve_bytes, undefined);
});

test('a merchant may use two fifths of the connections by default, and at least one', () => {
  const connections = [1, 2, 5, 10].map((size) => loadConfig({ DATABASE_POOL_SIZE: String(size) }).limits.connections);
  assert.deepEqual(connections, [1, 1, 2, 4]);
  assert.equal(loadConfig({ MERCHANT_CONNECTIONS: '9' }).limits.connections, 9);
});

test('the embedded server has a connection for each of a pool, a heartbeat and jobs, and some to spare', () => {
  const connections = (workers: number, database_pool_size: number) =>
    embeddedConnectionsOf({ workers, database_pool_size });
  assert.deepEqual([connections(1, 10), connections(1, 77), connections(1, 78)], [100, 101, 102]);
  // The primary of several workers has a pool, too.
  assert.deepEqual([connections(6, 10), connections(7, 10), connections(8, 20)], [100, 111, 212]);
});

test('accepts as many workers as the embedded server has connections for', () => {
  const load = (workers: number, pool: number) => loadConfig({ WORKERS: `${workers}`, DATABASE_POOL_SIZE: `${pool}` });
  // Eleven connections for each of 20 processes with the primary, and three for jobs.
  assert.equal(load(19, 10).workers, 19);
  // 12 · 19 and three are 231.
  assert.equal(load(18, 11).workers, 18);
  assert.throws(() => load(19, 11), {
    message: 'WORKERS is too many for the embedded database: 19 with 11 connections each (DATABASE_POOL_SIZE)',
  });
  assert.equal(load(1, 200).workers, 1);
});
