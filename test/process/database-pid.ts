import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the process id of the embedded database server from its pid file. */
export async function databasePid(data_dir: string): Promise<number> {
  const text = await readFile(join(data_dir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}
