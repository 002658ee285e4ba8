import { appendFile, readFile } from 'node:fs/promises';
import { describe, lineOf, type Mutant } from './draw.ts';
import type { Tried } from './try-mutant.ts';

/** Keeps each result when it is known, so that a run that was broken off goes on. One line for each, with tabs. */
export function resultsIn(file: string) {
  const keyOf = ({ file: source, start, end, put }: Mutant): string =>
    [source, start, end, JSON.stringify(put)].join(' ');
  return {
    keyOf,
    async read(): Promise<Map<string, Tried>> {
      const text = await readFile(file, 'utf8').catch(() => '');
      const rows = text.split('\n').flatMap((line): [string, Tried][] => {
        const [key, result, by = '', took_s] = line.split('\t');
        return key === undefined || result === undefined
          ? []
          : [[key, { result: result as Tried['result'], by, took_s: Number(took_s) }]];
      });
      return new Map(rows);
    },
    async add(mutant: Mutant, { result, by, took_s }: Tried): Promise<void> {
      const cells = [keyOf(mutant), result, by, took_s.toFixed(1), lineOf(mutant), describe(mutant)];
      await appendFile(file, `${cells.map((cell) => String(cell).replace(/[\t\n]+/g, ' ')).join('\t')}\n`);
    },
  };
}
