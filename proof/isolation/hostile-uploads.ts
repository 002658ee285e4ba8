import { book, cell } from '../../test/files.ts';
import { refusedFiles } from '../../test/hostile-files.ts';
import type { Random } from '../random.ts';

type Content = string | Buffer;

/** A file to upload. It is created when it is sent, because some are large. */
export interface HostileFile {
  kind: string;
  /** `bytes` matters only for files with `largest`: a small one is sent first, and a large one if the small one was fast enough. */
  make(bytes: number): Content;
  /** The largest useful size, if the size can be chosen. */
  largest?: number;
  isAccepted?: boolean;
}

export const fileBytesAtMost = 10 * 1024 * 1024;
export const imageBytesAtMost = 5 * 1024 * 1024;
const form_bytes = 1_024;

const heading = 'sku,name,price\n';
const repeat = (text: string, bytes: number) => text.repeat(Math.max(1, Math.floor(bytes / text.length)));
const after = (head: string, text: string, tail = '') => ({
  make: (bytes: number) => `${head}${repeat(text, bytes - head.length - tail.length)}${tail}`,
  largest: fileBytesAtMost - form_bytes,
});

/** CSV that is expensive for an inefficient reader. */
export const hostileCsv: readonly HostileFile[] = [
  { kind: 'CSV of blank lines', ...after(heading, '\n') },
  { kind: 'CSV of blank lines, CR LF', ...after('sku,name,price\r\n', '\r\n') },
  { kind: 'CSV of lines of blanks', ...after(heading, ' \n') },
  { kind: 'CSV of empty cells', ...after(heading, ',,\n') },
  { kind: 'CSV of empty quoted cells', ...after(heading, '"","",""\n') },
  { kind: 'CSV of commas only', make: (bytes) => repeat(',', bytes), largest: fileBytesAtMost - form_bytes },
  { kind: 'CSV of commas after a heading', ...after(`${heading}A`, ',') },
  { kind: 'CSV of one giant line', ...after(`${heading}A,`, 'x') },
  { kind: 'CSV of one giant quoted line', ...after(`${heading}A,"`, 'x\n', '"') },
  { kind: 'CSV of quotation marks', ...after(`${heading}A,`, '"') },
  { kind: 'CSV of doubled quotation marks', ...after(`${heading}A,"`, '""', '",1') },
  { kind: 'CSV of an open quotation mark', ...after(`${heading}A,"`, 'x,') },
  { kind: 'CSV of quoted cells on one line', ...after(`${heading}A`, ',"x"') },
  { kind: 'CSV of a heading without end', ...after('sku', ',a') },
  { kind: 'CSV of CR only', ...after(heading, '\r') },
  {
    kind: 'CSV of rows wrong in each cell',
    ...after('sku,name,price,cost,stock,minStock,status,taxRate\n', ',,x,x,x,x,x,x\n'),
  },
];

/** A correct file, which is imported in full. Each `prefix` gives new SKUs. */
export const rightCsv = (rows: number, prefix: string): HostileFile => ({
  kind: `CSV of ${rows} right rows`,
  isAccepted: true,
  make: () =>
    `${heading}${Array.from({ length: rows }, (_, at) => `${prefix}${at},Item ${at},${1 + (at % 90)}\n`).join('')}`,
});

/** A file with an error in each cell. */
const wrongRows = (rows: number): HostileFile => ({
  kind: `CSV of ${rows} rows wrong in each cell`,
  make: () =>
    `sku,name,price,cost,stock,minStock,status,taxRate\n${Array.from({ length: rows }, (_, at) => `S${at},,x,x,x,x,x,x\n`).join('')}`,
});

const wrongBook = (rows: number): HostileFile => ({
  kind: `XLSX of ${rows} rows wrong in each cell`,
  make: () => {
    const row = (at: number) =>
      `<row r="${at}">${cell(`A${at}`, `S${at}`)}${cell(`B${at}`, '')}${cell(`C${at}`, 'x')}${cell(`D${at}`, 'x')}</row>`;
    const first = `<row r="1">${['sku', 'name', 'price', 'cost'].map((name, at) => cell(`${'ABCD'[at]}1`, name)).join('')}</row>`;
    const rest = Array.from({ length: rows }, (_, at) => row(at + 2)).join('');
    return book('', { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${first}${rest}</sheetData></worksheet>` });
  },
});

/** Workbooks that unpack to many times their size, are broken, or refer to themselves. */
export const brokenFiles: readonly HostileFile[] = Object.entries(refusedFiles).map(([kind, make]) => ({ kind, make }));

export const fullFiles = (rows: number): HostileFile[] => [wrongRows(rows), wrongBook(Math.min(rows, 50_000))];

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const padded = (head: Buffer, bytes: number, fill = 0) =>
  Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length), fill)]);
/** The first chunk of a PNG with this width and height. */
const giant = Buffer.concat([png, Buffer.from('0000000d49484452ffffffffffffffff0806000000', 'hex'), Buffer.alloc(4)]);
const largestImage = { largest: imageBytesAtMost - form_bytes };

/** Files that are not images, or images with a declared size beyond any memory. */
export const hostileImages: readonly HostileFile[] = [
  { kind: 'PNG of zeros', make: (bytes) => padded(png, bytes), ...largestImage },
  { kind: 'PNG of 4 billion points a side', make: (bytes) => padded(giant, bytes), ...largestImage },
  {
    kind: 'PNG of empty chunks',
    make: (bytes) => Buffer.concat([giant, Buffer.alloc(Math.max(0, bytes - giant.length), '\0\0\0\0tEXt\0\0\0\0')]),
    ...largestImage,
  },
  {
    kind: 'JPEG of empty segments',
    make: (bytes) =>
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(bytes - 3, Buffer.from('ffe00002', 'hex'))]),
    ...largestImage,
  },
  { kind: 'JPEG of marks', make: (bytes) => padded(Buffer.from('ffd8ff', 'hex'), bytes, 0xff), ...largestImage },
  {
    kind: 'WebP of zeros',
    make: (bytes) => padded(Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8X', 'latin1'), bytes),
    ...largestImage,
  },
  { kind: 'a web page as a picture', make: (bytes) => repeat('<script>alert(1)</script>', bytes), ...largestImage },
  { kind: 'SVG of nested groups', make: (bytes) => `<svg>${repeat('<g>', bytes - 5)}`, ...largestImage },
];

/** The files for a route that takes files. `isShort` draws some of them. */
export function hostileFilesFor(
  operationId: string,
  random: Random,
  { rows, isShort }: { rows: number; isShort: boolean },
): HostileFile[] {
  const draw = <T>(values: readonly T[], count: number) => {
    const left = [...values];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(random.below(left.length), 1)[0] as T,
    );
  };
  if (operationId === 'addProductImage')
    return isShort ? draw(hostileImages, 2) : [...hostileImages, ...draw(brokenFiles, 3)];
  const [blank, ...others] = hostileCsv;
  const always = blank === undefined ? [] : [blank];
  if (isShort) return [...always, ...draw(others, 3), ...draw(brokenFiles, 3)];
  const prefix = `${operationId}-${random.below(2 ** 30)}-`;
  return [
    ...hostileCsv,
    ...fullFiles(rows),
    rightCsv(rows, prefix),
    ...(operationId === 'validateImport' ? brokenFiles : draw(brokenFiles, 8)),
  ];
}
