import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Service, startService } from '../../demo/service.ts';
import { startCluster } from '../../server/src/platform/database/embedded/cluster.ts';
import { aPlace } from '../../test/process/place.ts';
import { type Alteration, alterSource } from '../altered-source.ts';
import { type NetworkProxy, openProxy } from './proxy.ts';

/** A service that reaches its database through a simulated network, and that clients can reach through another one. */
export interface ProxiedTestBed {
  service: Service;
  /** The direct address. */
  url: string;
  /** The address through the simulated network. */
  proxiedUrl: string;
  /** Between the service and its database. */
  backend: NetworkProxy;
  /** Between clients and the service. */
  frontend: NetworkProxy;
  admin: pg.Pool;
  /** For files of the proof. */
  folder: string;
  /** @throws AssertionError if the service does not stop in order */
  close(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

export async function openProxiedTestBed(altered?: Alteration): Promise<ProxiedTestBed> {
  const place = await aPlace();
  const folder = join(place.env.DATA_DIR, '..');
  await mkdir(join(folder, 'database'));
  const cluster = await startCluster(join(folder, 'database'), quiet);
  const { host = '', user = '', database = '' } = cluster.connection;
  const backend = await openProxy({ path: join(host, '.s.PGSQL.5432') });
  const frontend = await openProxy({ port: Number(place.env.PORT), host: '127.0.0.1' });
  const admin = new pg.Pool({ ...cluster.connection });
  admin.on('error', () => undefined);
  const main = altered && (await alterSource(folder, altered));
  const env = {
    ...place.env,
    LOG_LEVEL: 'error',
    DATABASE_URL: `postgres://${user}@127.0.0.1:${backend.port}/${database}`,
  };
  const service = await startService(env, main);
  return {
    service,
    url: service.url,
    proxiedUrl: `http://127.0.0.1:${frontend.port}`,
    backend,
    frontend,
    admin,
    folder,
    async close() {
      const code = await service.stop();
      await Promise.all([admin.end(), backend.close(), frontend.close()]);
      await cluster.stop();
      await place.remove();
      assert.equal(code, 0, service.output());
    },
  };
}
