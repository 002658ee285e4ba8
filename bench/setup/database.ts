import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { startCluster } from '../../server/src/platform/database/embedded/cluster.ts';
import { migrate } from '../../server/src/platform/database/migration/migrate.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';

const quiet = { info: () => undefined, warn: () => undefined };

/** A second database like that of the service, for the limit. With separate databases neither side slows the other down. */
export interface LimitDatabase {
  admin: Connection;
  folder: string;
  close(): Promise<void>;
}

export async function openLimitDatabase(): Promise<LimitDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-limit-'));
  // The server may run as another account, which needs to enter this folder.
  await chmod(folder, 0o711);
  const cluster = await startCluster(join(folder, 'data'), quiet);
  const remove = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrate(await prepareServiceRole(cluster.connection), quiet);
  } catch (error) {
    await remove();
    throw error;
  }
  return { admin: cluster.connection, folder, close: remove };
}
