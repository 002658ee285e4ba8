import { join } from 'node:path';
import pg from 'pg';
import { type Service, startService } from '../demo/service.ts';
import { findServerProcesses } from '../server/src/platform/database/embedded/processes.ts';
import { databasePid } from '../test/process/database-pid.ts';
import { aUsedPlace, type Place } from '../test/process/place.ts';
import { type Alteration, alterSource } from './altered-source.ts';

/** A service on a database of its own, in a folder of its own, that may be killed. */
export interface Stand {
  /** Where it answers; the same after a restart. */
  url: string;
  env: Readonly<Record<string, string>>;
  /** Sees and may do everything in its database. */
  admin: pg.Pool;
  /** The one that runs now. */
  service(): Service;
  /**
   * Kills these outright; a killed service is started again, and ready when this resolves. Of the database its first process is killed,
   * whom the others follow, or, as a `whole`, every one at a stroke.
   */
  kill(victim: Victim, options?: { whole?: boolean }): Promise<void>;
  /** Starts it again after its end, with these settings besides. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops it, and leaves nothing behind. */
  close(): Promise<void>;
}

export type Victim = 'service' | 'database' | 'both';

interface StandOptions {
  settings?: Readonly<Record<string, string>>;
  /** Where it is to be; a new place when left out. */
  place?: Place;
  /** What is different in the source that runs here. */
  altered?: Alteration | readonly Alteration[] | undefined;
}

export async function openStand({ settings, place: own, altered }: StandOptions = {}): Promise<Stand> {
  const place = own ?? (await aUsedPlace());
  const env = { ...place.env, LOG_LEVEL: 'error', ...settings };
  const main = altered && (await alterSource(join(env.DATA_DIR, '..'), altered));
  let service = await startService(env, main);
  const admin = new pg.Pool({ host: `${env.DATA_DIR}/pg`, user: 'tillhouse_owner', database: 'tillhouse' });
  admin.on('error', () => undefined);
  return {
    url: service.url,
    env,
    admin,
    service: () => service,
    async kill(victim, { whole = false } = {}) {
      if (victim !== 'service') await killDatabase(env.DATA_DIR, whole);
      if (victim === 'database') return;
      const gone = new Promise((resolve) => service.process.once('exit', resolve));
      service.process.kill('SIGKILL');
      await gone;
      service = await startService(env, main);
    },
    async restart(more = {}) {
      service = await startService({ ...env, ...more }, main);
    },
    async close() {
      await admin.end();
      await service.stop();
      await place.remove();
    },
  };
}

/** It may be down already: then there is nothing to kill. */
async function killDatabase(data_dir: string, whole: boolean): Promise<void> {
  const running = await findServerProcesses(join(data_dir, 'postgres', 'data'));
  const first = await databasePid(data_dir).catch(() => undefined);
  for (const pid of running) {
    if (!whole && pid !== first) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone meanwhile.
    }
  }
}
