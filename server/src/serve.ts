import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { type Config, isAlone } from './config.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { chronicle } from './features/audit/lookup.ts';
import type { App } from './http/app.ts';
import { loadPushKeys, loadSecret } from './http/secret.ts';
import { systemClock } from './kernel/clock.ts';
import { createLog } from './log.ts';
import { reachability } from './outside/addresses.ts';
import { createPostOutside } from './outside/post-outside.ts';
import { deliverTo, openPush } from './push/open.ts';
import { makeVapidKeys } from './push/web-push.ts';
import { openStorage } from './storage/open.ts';

/** Opens the database, serves until it is told to stop, and closes the database again. */
export async function serve(config: Config, told: Promise<string>): Promise<void> {
  const log = createLog(config.log_level);
  const open = await openDatabase(config, log, chronicle);
  try {
    await answerUntil(told, { config, open, log });
  } finally {
    await open.close();
  }
  log.info('stopped');
}

/** Answers requests until the signal, and then those that are in flight. */
async function answerUntil(told: Promise<string>, { config, open, log }: { config: Config; open: OpenDatabase; log: Logger }) {
  let serving = true;
  const postOutside = createPostOutside(reachability(config.webhook_allow_private));
  const house = {
    config,
    isAlone: isAlone(config),
    database: open.database,
    clock: systemClock,
    storage: await openStorage(config, log),
    secret: await loadSecret(config, open.database.global),
    push: await openPush(config, await loadPushKeys(config, open.database.global, makeVapidKeys), deliverTo(postOutside)),
    isServing: () => serving,
    isDatabaseAlive: open.isAlive,
  };
  const app = await buildApp({ house, logger: log, pool: open.pool });
  if (config.worker === 'only') log.info({}, 'Tillhouse works in the background, and answers no requests');
  else await listen(app, config);
  const background = config.worker === 'off' ? undefined : startBackground(house, open.connection, log);
  flushCompileCache();

  const signal = await told;
  serving = false;
  log.info({ signal }, 'stopping: requests in flight are finished first');
  await Promise.all([background?.stop(), app.drain()]);
}

async function listen(app: App, { host, port, public_url }: Config): Promise<void> {
  const listenTextResolver = (address: string) =>
    `Tillhouse is open on ${public_url ?? address}, and explains itself at ${public_url ?? address}/docs`;
  try {
    await app.listen({ host, port, listenTextResolver });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new Error(`PORT ${port} is taken by another program. Stop that, or set PORT to another number.`);
    if (code === 'EACCES') throw new Error(`PORT ${port} may not be opened by this account. Set PORT to a number above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Error(`HOST ${host} is no address of this machine.`);
    throw error;
  }
}
