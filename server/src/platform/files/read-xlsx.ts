import type { ReadCell, ReadRow } from './cells.ts';
import { readWorkbook, unescaped, type Workbook } from './read-workbook.ts';
import { openZip } from './read-zip.ts';
import { scanning, type Tag } from './scan-xml.ts';
import { unreadable } from './unreadable.ts';

/** The last row of a sheet in a spreadsheet program. */
const rowNumberAtMost = 1_048_576;
/** Up to column CZ. A cell far to the right would create many empty cells. */
const columnsAtMost = 104;

/** The rows of the first sheet, decompressed and read on demand. */
export async function* readXlsx(file: Buffer): AsyncIterable<ReadRow> {
  const zip = openZip(file);
  const workbook = await readWorkbook(zip);
  const reader = createSheetReader(workbook);
  for await (const _ of scanning(zip.read(workbook.sheet), reader)) yield* reader.take();
  yield* reader.take();
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
  inline: string;
}

/** Builds rows from a sheet's tags. */
function createSheetReader(workbook: Workbook) {
  let rows: ReadRow[] = [];
  let row = 0;
  let cells: ReadCell[] | undefined;
  let cell: OpenCell | undefined;
  let reading: 'value' | 'inline' | undefined;
  let isPhonetic = false;
  return {
    take(): ReadRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
    open(tag: Tag): void {
      if (tag.name === 'row') {
        row = rowNumberOf(tag, row);
        cells = [];
      } else if (tag.name === 'c' && cells !== undefined) cell = openCell(tag, cells.length);
      else if (tag.name === 'rPh') isPhonetic = true;
      reading =
        cell === undefined || isPhonetic
          ? undefined
          : tag.name === 'v'
            ? 'value'
            : tag.name === 't'
              ? 'inline'
              : undefined;
    },
    text(text: string): void {
      if (cell !== undefined && reading !== undefined) cell[reading] += text;
    },
    close(name: string): void {
      reading = undefined;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c' && cell !== undefined && cells !== undefined) {
        cells[cell.column] = readValue(cell, workbook, row);
        cell = undefined;
      }
      if (name === 'row' && cells !== undefined) {
        // Without holes where the sheet has no cell.
        rows.push({ row, cells: Array.from(cells, (value) => value ?? null) });
        cells = undefined;
      }
    },
  };
}

function rowNumberOf(tag: Tag, before: number): number {
  const row = Number(tag.attribute('r') ?? before + 1);
  if (!Number.isInteger(row) || row <= before || row > rowNumberAtMost)
    throw unreadable('has rows that are not in their order');
  return row;
}

function openCell(tag: Tag, next: number): OpenCell {
  const reference = tag.attribute('r');
  const column = reference === undefined ? next : columnOf(reference);
  if (column >= columnsAtMost) throw unreadable('has a cell beyond column CZ');
  return { column, type: tag.attribute('t') ?? 'n', style: Number(tag.attribute('s') ?? -1), value: '', inline: '' };
}

/** `B7` is 1. */
function columnOf(reference: string): number {
  const [, letters] = /^([A-Z]{1,3})\d{1,7}$/.exec(reference) ?? [];
  if (letters === undefined) throw unreadable('has a cell that does not say where it is');
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The value of a cell; the result if it is a formula. */
function readValue({ type, style, value, inline }: OpenCell, { texts, isDateStyle }: Workbook, row: number): ReadCell {
  switch (type) {
    case 's': {
      const text = /^\d{1,8}$/.test(value) ? texts[Number(value)] : undefined;
      if (text === undefined) throw unreadable(`has a cell in row ${row} whose text is missing`);
      return text;
    }
    case 'inlineStr':
      return unescaped(inline);
    case 'b':
      return value === '1' || value === 'true';
    case 'd':
      return new Date(value);
    case 'n':
      if (value.trim() === '') return null;
      return isDateStyle[style] === true ? dateOf(Number(value)) : numberOf(value);
    default:
      return unescaped(value);
  }
}

/** A value that is not a number stays text, so that the row's error can name it. */
const numberOf = (value: string): ReadCell =>
  /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value) ? Number(value) : value;

/** A workbook counts days from 30 December 1899. */
const dateOf = (days: number): Date => new Date(Math.round((days - 25_569) * 86_400) * 1_000);
