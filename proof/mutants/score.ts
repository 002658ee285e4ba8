import { areaOf, type Mutant } from './draw.ts';
import type { Tried } from './try-mutant.ts';

/** Where money, stock and rights are decided, and how many of 100 faults must be noticed there. */
const strict = { areas: ['sales', 'inventory', 'auth', 'staff', 'api-keys'], of100: 95 };
const of100 = 90;
/** A share of fewer says little. */
const fewest = 20;

type Results = readonly (readonly [Pick<Mutant, 'file' | 'kind'>, Pick<Tried, 'result'>])[];

const caughtOf = (results: Results): number => results.filter(([, { result }]) => result === 'caught').length;

const inStrictAreas = (results: Results): Results =>
  results.filter(([{ file, kind }]) => kind === 'permission' || strict.areas.includes(areaOf(file)));

/** True if enough faults were noticed, as far as their number allows a judgement. */
export const isGoodEnough = (results: Results): boolean =>
  isShare(results, of100) && isShare(inStrictAreas(results), strict.of100);

const isShare = (results: Results, wanted: number): boolean =>
  results.length < fewest || caughtOf(results) * 100 >= results.length * wanted;

/** A table in Markdown: how many faults of each area were noticed. */
export function scoreTable(results: Results): string[] {
  const areas = [...new Set(results.map(([{ file }]) => areaOf(file)))].sort();
  const rowOf = (title: string, among: Results) =>
    `| ${title} | ${among.length} | ${caughtOf(among)} | ${among.length === 0 ? '–' : Math.floor((100 * caughtOf(among)) / among.length)} |`;
  return [
    '| area | faults | noticed | of 100 |',
    '| --- | --- | --- | --- |',
    ...areas.map((area) =>
      rowOf(
        area,
        results.filter(([{ file }]) => areaOf(file) === area),
      ),
    ),
    rowOf('money, stock and rights', inStrictAreas(results)),
    rowOf('all', results),
  ];
}
