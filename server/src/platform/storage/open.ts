import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

interface Log {
  error(fields: object, message: string): void;
}

/** The configured storage. If it cannot be reached, that is logged, and the service still starts. */
export async function openStorage(config: Config, log: Log): Promise<Storage> {
  const storage = await createStorage(config);
  storage.check().catch((error: unknown) => log.error({ err: error }, 'files cannot be stored'));
  return storage;
}

async function createStorage({ s3, data_dir }: Config): Promise<Storage> {
  if (s3 === undefined) return createDiskStorage(join(data_dir, 'files'));
  // Loaded only if it is configured: the client is larger than the rest of the service.
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(s3);
}
