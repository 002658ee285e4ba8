import { join } from 'node:path';
import pg from 'pg';
import { type Service, startService } from '../demo/service.ts';
import { findServerProcesses } from '../server/src/platform/database/embedded/processes.ts';
import { databasePid } from '../test/process/database-pid.ts';
import { aUsedPlace, type Place } from '../test/process/place.ts';
import { type Alteration, alterSource } from './altered-source.ts';

/** A service that a proof may kill, with its own database in its own folder. */
export interface TestBed {
  /** The address of the service, also after a restart. */
  url: string;
  env: Readonly<Record<string, string>>;
  /** Connects as the owner of the database, who bypasses row security. */
  admin: pg.Pool;
  /** The running service process. */
  service(): Service;
  /**
   * Kills the target with SIGKILL. A killed service is started again, and is ready when this resolves.
   * Of the database only the first process is killed, and the others end after it. With `allAtOnce` all are killed.
   */
  kill(target: Target, options?: { allAtOnce?: boolean }): Promise<void>;
  /** Starts the service again after it has ended, with these additional settings. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops the service, and removes its folder. */
  close(): Promise<void>;
}

export type Target = 'service' | 'database' | 'both';

interface TestBedOptions {
  settings?: Readonly<Record<string, string>>;
  /** The folder and port to use. By default a new one. */
  place?: Place;
  /** Changes to the source of this service. */
  altered?: Alteration | readonly Alteration[] | undefined;
}

export async function openTestBed({ settings, place: own, altered }: TestBedOptions = {}): Promise<TestBed> {
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
    async kill(target, { allAtOnce = false } = {}) {
      if (target !== 'service') await killDatabase(env.DATA_DIR, allAtOnce);
      if (target === 'database') return;
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

/** Does nothing if the database is already down. */
async function killDatabase(data_dir: string, allAtOnce: boolean): Promise<void> {
  const running = await findServerProcesses(join(data_dir, 'postgres', 'data'));
  const first = await databasePid(data_dir).catch(() => undefined);
  for (const pid of running) {
    if (!allAtOnce && pid !== first) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}
