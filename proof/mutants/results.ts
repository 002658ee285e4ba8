import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, lineOf, type Mutant } from './draw.ts';
import type { Tried } from './try-mutant.ts';

/** Keeps each result as soon as it is known, as a line with tabs. */
export interface Results {
  find(mutant: Mutant): Tried | undefined;
  add(mutant: Mutant, tried: Tried): Promise<void>;
}

/** @param tests digest of the tests: a fault that survived others is tried again */
export async function resultsIn(file: string, tests: string): Promise<Results> {
  const keyOf = ({ file: source, start, end, put }: Mutant): string =>
    [source, start, end, JSON.stringify(put)].join(' ');
  const known = new Map<string, Tried>();
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    const [key = '', result, by = '', took_s, triedBy] = line.split('\t');
    if (result === 'caught' || result === 'refused' || (result !== undefined && triedBy === tests))
      known.set(key, { result: result as Tried['result'], by, took_s: Number(took_s) });
  }
  await mkdir(dirname(file), { recursive: true });
  return {
    find: (mutant) => known.get(keyOf(mutant)),
    async add(mutant, { result, by, took_s }) {
      const cells = [keyOf(mutant), result, by, took_s.toFixed(1), tests, lineOf(mutant), describe(mutant)];
      await appendFile(file, `${cells.map((cell) => String(cell).replace(/[\t\n]+/g, ' ')).join('\t')}\n`);
    },
  };
}
