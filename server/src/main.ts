import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import type { App } from './http/app.ts';
import { startHousekeeping } from './http/housekeeping.ts';
import { loadSecret } from './http/secret.ts';
import { systemClock } from './kernel/clock.ts';
import { createDiskStorage } from './storage/disk.ts';

const stopping_at_most_ms = 30_000;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = pino({ level: config.log_level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  // Listened for from the first moment: whoever stops a service that is still starting must not leave its database running.
  const told = new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  const open = await openDatabase(config, log);
  try {
    await serve({ config, open, log, told });
  } finally {
    await open.close();
  }
  log.info('stopped');
}

interface Serving {
  config: Config;
  open: OpenDatabase;
  log: pino.Logger;
  /** Settles with the signal that tells the service to stop. */
  told: Promise<string>;
}

/** Serves until it is told to stop, and then until the requests in flight are answered. */
async function serve({ config, open, log, told }: Serving): Promise<void> {
  let serving = true;
  const house = {
    config,
    database: open.database,
    clock: systemClock,
    storage: createDiskStorage(join(config.data_dir, 'files')),
    secret: await loadSecret(config, open.database.global),
    isServing: () => serving,
  };
  const app = await buildApp({ house, logger: log, pool: open.pool });
  const housekeeping = startHousekeeping(house, log);
  await app.listen({ port: config.port, host: config.host });
  log.info({ documentation: `${baseUrl(config, app)}/docs` }, `Tillhouse is open on ${baseUrl(config, app)}`);

  const signal = await told;
  serving = false;
  log.info({ signal }, 'stopping: requests in flight are finished first');
  // Last resort, should a request or the database never end; what was acknowledged is durable either way.
  setTimeout(() => process.exit(1), stopping_at_most_ms).unref();
  housekeeping.stop();
  await app.drain();
}

function baseUrl(config: Config, app: App): string {
  if (config.public_url !== undefined) return config.public_url;
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    // The one who starts it reads this; a stack would only hide the sentence.
    process.stderr.write(`Tillhouse cannot run: ${sentenceOf(error)}\n`);
    process.exit(1);
  },
);

function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(sentenceOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
