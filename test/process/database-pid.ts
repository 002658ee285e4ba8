import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The embedded server's process id, from the note it keeps of itself. */
export async function databasePid(data_dir: string): Promise<number> {
  const text = await readFile(join(data_dir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}
