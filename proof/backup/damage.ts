import assert from 'node:assert/strict';
import { appendFile, cp, open, readdir, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../../server/src/platform/backup/manifest.ts';
import type { Random } from '../random.ts';
import { command } from './commands.ts';

/** What may befall a file of a backup. */
const harms: Record<string, (path: string, random: Random) => Promise<void>> = {
  'a bit turned over': async (path, random) => {
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    const at = random.below(size);
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ (1 << random.below(8));
    await file.write(byte, 0, 1, at);
    await file.close();
  },
  'its end cut off': async (path) => truncate(path, (await stat(path)).size - 1),
  'something added': (path) => appendFile(path, 'x'),
  lost: (path) => unlink(path),
  'a stranger beside it': (path) => writeFile(`${path}.more`, 'x'),
};

/**
 * Damages copies of a backup, each file in each way in turn, so many of them, and sees each refused with nothing left behind.
 * @returns how many were tried
 */
export async function refuseDamaged(
  backup: string,
  { random, most, env }: { random: Random; most: number; env: Record<string, string> },
) {
  const cases = (await listFiles(backup)).flatMap((path) => Object.keys(harms).map((harm) => ({ path, harm })));
  let tried = 0;
  for (; tried < most && cases.length > 0; tried += 1) {
    const [{ path = '', harm = '' } = {}] = cases.splice(random.below(cases.length), 1);
    const damaged = `${backup}-damaged`;
    await cp(backup, damaged, { recursive: true });
    await harms[harm]?.(join(damaged, path), random);
    const { code, said } = await command('restore', [damaged], env);
    assert.equal(code, 2, `${path}: ${harm}: ${said}`);
    assert.match(said, /The backup|is no backup/, `${path}: ${harm}`);
    assert.deepEqual(await readdir(env.DATA_DIR ?? '').catch(() => []), [], `${path}: ${harm}`);
    await rm(damaged, { recursive: true });
  }
  return tried;
}
