/** Characters of a fixed width in a line: on most printers of 80 mm paper, and in a mail on a phone. */
export const paperColumns = 42;
export const paper_width_mm = 80;

/** A row of a receipt or report on a roll of paper, from top to bottom. */
export type PaperRow =
  | { kind: 'center'; text: string; is_strong?: boolean }
  /** `left` is wrapped beside `right`, or stands above it if `right` is too wide. */
  | { kind: 'pair'; left: string; right: string; is_strong?: boolean }
  | { kind: 'rule' };

export const center = (text: string | null, is_strong = false): PaperRow[] =>
  textLines(text).map((line) => ({ kind: 'center', text: line, is_strong }));
export const pair = (left: string, right: string, is_strong = false): PaperRow => ({
  kind: 'pair',
  left: oneLine(left),
  right: oneLine(right),
  is_strong,
});
export const rule: PaperRow = { kind: 'rule' };

/** Control characters are commands to a printer. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trimEnd();

const textLines = (text: string | null): string[] =>
  (text ?? '')
    .split(/[\r\n]+/)
    .map((line) => oneLine(line).trim())
    .filter((line) => line !== '');

/** A printed line, as wide as the given number of characters. */
export interface PrintedLine {
  text: string;
  is_strong: boolean;
}

/** The rows as lines for a fixed-width font. */
export const printedLines = (rows: readonly PaperRow[], columns: number): PrintedLine[] =>
  rows.flatMap((row) => {
    if (row.kind === 'rule') return [{ text: '-'.repeat(columns), is_strong: false }];
    const lines =
      row.kind === 'center'
        ? wrap(row.text, columns).map((line) => centerLine(line, columns))
        : pairLines(row, columns);
    return lines.map((text) => ({ text, is_strong: row.is_strong ?? false }));
  });

const centerLine = (text: string, columns: number): string =>
  ' '.repeat(Math.floor((columns - lengthOf(text)) / 2)) + text;

/** Least letters of a line of `left` beside `right`. */
const leftAtLeast = 8;

function pairLines({ left, right }: { left: string; right: string }, columns: number): string[] {
  if (right === '') return wrap(left, columns);
  const room = columns - lengthOf(right) - 1;
  if (room < Math.min(leftAtLeast, lengthOf(left)))
    return [...wrap(left, columns), ...wrap(right, columns).map((line) => alignRight(line, columns))];
  const lines = wrap(left, room);
  const last = lines.pop() ?? '';
  return [...lines, last + ' '.repeat(columns - lengthOf(last) - lengthOf(right)) + right];
}

const alignRight = (line: string, columns: number): string => ' '.repeat(columns - lengthOf(line)) + line;

const lengthOf = (text: string): number => Array.from(text).length;

/** Wraps between words if possible, else anywhere. Keeps the indent of the first line. */
function wrap(text: string, columns: number): string[] {
  const letters = Array.from(text);
  const lines: string[] = [];
  let from = 0;
  while (letters.length - from > columns) {
    const space = letters.lastIndexOf(' ', from + columns);
    const isWord = letters.slice(from, Math.max(from, space)).some((letter) => letter !== ' ');
    const end = isWord ? space : from + columns;
    lines.push(letters.slice(from, end).join('').trimEnd());
    from = end;
    while (letters[from]?.trim() === '') from += 1;
  }
  return [...lines, letters.slice(from).join('')];
}
