/** How a table of text fits a page of a monospaced font. Lengths are in letters. */

export interface TableColumn {
  heading: string;
  /** Numbers end at the right edge of their column. */
  isNumber: boolean;
}

export interface TableLayout {
  widths: number[];
  isLandscape: boolean;
  /** The size of the font in points. */
  size: number;
}

export const gap = 2;
const portrait_points = 527;
const landscape_points = 774;
const largest_size = 8;
const smallest_size = 5.5;
const text_at_most = 40;
const text_at_least = 8;

const lettersOf = (text: string): number => Array.from(text).length;
const longestWord = (text: string): number => Math.max(0, ...text.split(' ').map(lettersOf));

/**
 * Columns as wide as the first rows need. If the page is too narrow, the widest texts are wrapped; numbers that are
 * longer in a later row, too.
 * @param letterWidth the width of a letter, as a part of the font's size
 */
export function layoutTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  letterWidth: number,
): TableLayout {
  const widths = columns.map(({ heading, isNumber }, index) => {
    const longest = rows.reduce((most, row) => Math.max(most, lettersOf(row[index] ?? '')), longestWord(heading));
    // Room for the sums, and for a later amount that has some more digits.
    return isNumber ? longest + (rows.length > 1 ? 3 : 0) : Math.min(Math.max(longest, text_at_least), text_at_most);
  });
  const total = () => widths.reduce((sum, width) => sum + width + gap, -gap);
  const most = Math.floor(landscape_points / (smallest_size * letterWidth));
  while (total() > most) {
    const widest = widths.reduce((at, width, index) => (width > (widths[at] ?? 0) ? index : at), 0);
    if ((widths[widest] ?? 0) <= text_at_least) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  const isLandscape = total() * largest_size * letterWidth > portrait_points;
  const points = isLandscape ? landscape_points : portrait_points;
  return { widths, isLandscape, size: Math.min(largest_size, points / (total() * letterWidth)) };
}

/** The parts of a text that fit a width: between words, and inside a word only if it is too long. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    let rest = Array.from(word);
    if (line !== '' && lettersOf(line) + 1 + rest.length <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    while (rest.length > width) {
      lines.push(rest.slice(0, width).join(''));
      rest = rest.slice(width);
    }
    line = rest.join('');
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** The lines of a row: the cells side by side, each as high as it needs. */
export function linesOfRow(
  cells: readonly string[],
  columns: readonly TableColumn[],
  widths: readonly number[],
): string[] {
  const wrapped = columns.map((_, index) => wrap(cells[index] ?? '', widths[index] ?? text_at_least));
  const height = Math.max(1, ...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    columns
      .map(({ isNumber }, index) => {
        const part = wrapped[index]?.[at] ?? '';
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - lettersOf(part)));
        return isNumber ? space + part : part + space;
      })
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}
