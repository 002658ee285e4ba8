import pg from 'pg';
import { type Service, startService } from '../demo/service.ts';
import { databasePid } from '../test/process/database-pid.ts';
import { aPlace } from '../test/process/place.ts';

/** A service on a database of its own, in a folder of its own, that may be killed. */
export interface Stand {
  /** Where it answers; the same after a restart. */
  url: string;
  env: Readonly<Record<string, string>>;
  /** Sees and may do everything in its database. */
  admin: pg.Pool;
  /** The one that runs now. */
  service(): Service;
  /** Kills these outright; a killed service is started again, and ready when this resolves. */
  kill(victim: Victim): Promise<void>;
  /** Starts it again after its end, with these settings besides. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops it, and leaves nothing behind. */
  close(): Promise<void>;
}

export type Victim = 'service' | 'database' | 'both';

export async function openStand(settings: Readonly<Record<string, string>> = {}): Promise<Stand> {
  const place = await aPlace();
  const env = { ...place.env, LOG_LEVEL: 'error', ...settings };
  let service = await startService(env);
  const admin = new pg.Pool({ host: `${env.DATA_DIR}/pg`, user: 'tillhouse_owner', database: 'tillhouse' });
  admin.on('error', () => undefined);
  return {
    url: service.url,
    env,
    admin,
    service: () => service,
    async kill(victim) {
      if (victim !== 'service') process.kill(await databasePid(env.DATA_DIR), 'SIGKILL');
      if (victim === 'database') return;
      const gone = new Promise((resolve) => service.process.once('exit', resolve));
      service.process.kill('SIGKILL');
      await gone;
      service = await startService(env);
    },
    async restart(more = {}) {
      service = await startService({ ...env, ...more });
    },
    async close() {
      await admin.end();
      await service.stop();
      await place.remove();
    },
  };
}
