import assert from 'node:assert/strict';
import { appendFile, cp, open, readdir, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../../server/src/platform/backup/manifest.ts';
import type { Random } from '../random.ts';
import { command } from './commands.ts';

/** Ways to damage a file of a backup. */
const damages: Record<string, (path: string, random: Random) => Promise<void>> = {
  'a flipped bit': async (path, random) => {
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    const at = random.below(size);
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ (1 << random.below(8));
    await file.write(byte, 0, 1, at);
    await file.close();
  },
  'a missing last byte': async (path) => truncate(path, (await stat(path)).size - 1),
  'an added byte': (path) => appendFile(path, 'x'),
  'a missing file': (path) => unlink(path),
  'an extra file': (path) => writeFile(`${path}.more`, 'x'),
};

/**
 * Damages copies of a backup, and checks that `restore` rejects each and leaves no files behind.
 * @param most the number of damages to try, drawn from each kind for each file
 * @returns the number of copies tried
 */
export async function rejectDamaged(
  backup: string,
  { random, most, env }: { random: Random; most: number; env: Record<string, string> },
) {
  const cases = (await listFiles(backup))
    .sort()
    .flatMap((path) => Object.keys(damages).map((damage) => ({ path, damage })));
  let tried = 0;
  for (; tried < most && cases.length > 0; tried += 1) {
    const [{ path = '', damage = '' } = {}] = cases.splice(random.below(cases.length), 1);
    const damaged = `${backup}-damaged`;
    await cp(backup, damaged, { recursive: true });
    await damages[damage]?.(join(damaged, path), random);
    const { code, said } = await command('restore', [damaged], env);
    assert.equal(code, 2, `${path}: ${damage}: ${said}`);
    assert.match(said, /The backup|is not a backup/, `${path}: ${damage}`);
    assert.deepEqual(await readdir(env.DATA_DIR ?? '').catch(() => []), [], `${path}: ${damage}`);
    await rm(damaged, { recursive: true });
  }
  return tried;
}
