import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../../demo/service.ts';
import { freePort } from '../free-port.ts';

/** Where a test file finds what the first start of a service left behind. */
export const startedBeforeVariable = 'TILLHOUSE_TEST_STARTED';

/** A folder and a port of its own for a service that a test starts. */
export interface Place {
  env: {
    DATA_DIR: string;
    PORT: string;
    LOG_LEVEL: string;
    RATE_LIMIT_PER_MINUTE: string;
    PASSWORD_HASH_MEMORY_KIB: string;
    WORKERS: string;
  };
  remove(): Promise<void>;
}

export async function aPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-process-'));
  // Others may pass: started by root, the database server runs as an account of its own.
  await chmod(folder, 0o711);
  const env = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '0',
    PASSWORD_HASH_MEMORY_KIB: '1024',
    // However many cores the machine has.
    WORKERS: '1',
  };
  return { env, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A prepared data folder, so that tests need not wait for a new database. */
export async function aUsedPlace(): Promise<Place> {
  const place = await aPlace();
  const before = process.env[startedBeforeVariable];
  // With owners and modes: the database server refuses to run as another account.
  if (before !== undefined) await promisify(execFile)('cp', ['-a', before, place.env.DATA_DIR]);
  return place;
}

/** Starts a service for the first time, stops it, and leaves at `data` what it leaves behind. */
export async function startOnce(data: string): Promise<void> {
  const place = await aPlace();
  try {
    const service = await startService(place.env);
    await service.stop();
    await rename(place.env.DATA_DIR, data);
  } finally {
    await place.remove();
  }
}
