import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Service, startService } from '../../demo/service.ts';
import { startCluster } from '../../server/src/platform/database/embedded/cluster.ts';
import { aPlace } from '../../test/process/place.ts';
import { type Alteration, alterSource } from '../altered-source.ts';
import { type NetworkProxy, openProxy } from './proxy.ts';

/** A service whose database, and whose clients if they like, are at the other end of a network of ours. */
export interface ProxiedStand {
  service: Service;
  /** Past the network. */
  url: string;
  /** Through it. */
  farUrl: string;
  /** Between the service and its database. */
  back: NetworkProxy;
  /** Between clients and the service. */
  front: NetworkProxy;
  admin: pg.Pool;
  /** Where files of the proof may be. */
  folder: string;
  close(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

export async function openProxiedStand(altered?: Alteration): Promise<ProxiedStand> {
  const place = await aPlace();
  const folder = join(place.env.DATA_DIR, '..');
  await mkdir(join(folder, 'database'));
  const cluster = await startCluster(join(folder, 'database'), quiet);
  const { host = '', user = '', database = '' } = cluster.connection;
  const back = await openProxy({ path: join(host, '.s.PGSQL.5432') });
  const front = await openProxy({ port: Number(place.env.PORT), host: '127.0.0.1' });
  const admin = new pg.Pool({ ...cluster.connection });
  const main = altered && (await alterSource(folder, altered));
  const env = {
    ...place.env,
    LOG_LEVEL: 'error',
    DATABASE_URL: `postgres://${user}@127.0.0.1:${back.port}/${database}`,
  };
  const service = await startService(env, main);
  return {
    service,
    url: service.url,
    farUrl: `http://127.0.0.1:${front.port}`,
    back,
    front,
    admin,
    folder,
    async close() {
      await service.stop();
      await Promise.all([admin.end(), back.close(), front.close()]);
      await cluster.stop();
      await place.remove();
    },
  };
}
