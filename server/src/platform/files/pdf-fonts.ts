import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The font of PDFs: monospaced, with a file for each script. */

const { resolve } = createRequire(import.meta.url);
const fontFolder = '@fontsource/noto-sans-mono';
/** The width of the font's letters, as a part of its size. */
export const letterWidth = 0.6;

type Range = [number, number];

/** The letters of each file of the font; the most common file first. */
const scripts: [string, Range[]][] = Object.entries(
  JSON.parse(readFileSync(resolve(`${fontFolder}/unicode.json`), 'utf8')) as Record<string, string>,
)
  .map(([name, ranges]): [string, Range[]] => [name, ranges.split(',').map(rangeOf)])
  .reverse();

function rangeOf(text: string): Range {
  const [first = 0, last = first] = text
    .replace('U+', '')
    .split('-')
    .map((hex) => Number.parseInt(hex, 16));
  return [first, last];
}

const scriptOf = (letter: string): string => {
  const point = letter.codePointAt(0) ?? 0;
  return scripts.find(([, ranges]) => ranges.some(([first, last]) => point >= first && point <= last))?.[0] ?? 'latin';
};

export const fontFileOf = (font: string): string => resolve(`${fontFolder}/files/noto-sans-mono-${font}-normal.woff`);

/** The parts of a line by file of the font, with the columns where they begin. */
export function fontRunsOf(text: string, isStrong: boolean): { font: string; column: number; text: string }[] {
  const runs: { font: string; column: number; text: string }[] = [];
  for (const [column, letter] of Array.from(text).entries()) {
    const last = runs.at(-1);
    const font = `${scriptOf(letter)}-${isStrong ? 700 : 400}`;
    if (last?.font === font) last.text += letter;
    else runs.push({ font, column, text: letter });
  }
  return runs;
}
