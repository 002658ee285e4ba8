import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import type { Caller } from './caller.ts';
import type { Shop } from './shop.ts';

/** Functions that upload, download and build files, malformed ones too. */

interface Options {
  caller?: Caller;
  /** The name of the form field. */
  field?: string;
  name?: string;
  key?: string;
  import_id?: string;
  /** The form's other fields. */
  fields?: Record<string, string>;
  /** The first part of the address. */
  base?: string;
}

/** Sends a form with a file, as a browser does. */
export async function upload({ app, owner }: Shop, path: string, content: string | Uint8Array, options: Options = {}) {
  const { caller = owner, field = 'file', name = 'x.bin', key, import_id, fields = {}, base = 'inventory' } = options;
  const others = Object.entries(import_id === undefined ? fields : { import_id, ...fields }).map(
    ([other, value]) => `--edge\r\nContent-Disposition: form-data; name="${other}"\r\n\r\n${value}\r\n`,
  );
  const head = `${others.join('')}--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/v1/${base}/${path}`,
    headers: {
      ...caller.headers,
      'content-type': 'multipart/form-data; boundary=edge',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--edge--\r\n')]),
  });
  const { id: imported, ...body } = response.json();
  return { status: response.statusCode, body, id: imported, headers: response.headers };
}

export const load = (shop: Shop, content: string | Uint8Array, options: Options = {}) =>
  upload(shop, 'import', content, options);

export const download = ({ app, owner }: Shop, query: string, caller = owner) =>
  app.fastify.inject({ method: 'GET', url: `/api/v1/inventory/export?${query}`, headers: caller.headers });

// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the rows.
export async function bySku(shop: Shop): Promise<Record<string, any>> {
  const { body } = await shop.owner.get('/products?limit=100');
  // Without a prototype, because some tests use `__proto__` as a SKU.
  return Object.assign(
    Object.create(null),
    Object.fromEntries(body.data.map((row: { sku: string }) => [row.sku, row])),
  );
}

/** A digest of each table's rows of a merchant. Equal digests mean that nothing has changed. */
export async function digestTables(shop: Shop): Promise<unknown> {
  const tables = ['products', 'categories', 'stock_levels', 'stock_movements', 'idempotency_keys', 'imports'];
  const digests = tables.map(async (table) => {
    const { rows } = await shop.app.admin.query(
      `select md5(string_agg(t::text, '|' order by t::text)) from ${table} t where merchant_id = $1`,
      [shop.merchant_id],
    );
    return rows;
  });
  return Promise.all(digests);
}

export const workbook = (rows: (string | number | boolean | Date | null)[][]) =>
  writeXlsx({ sheets: [{ name: 'Any', rows }] });

interface ZipOptions {
  /** The uncompressed size that the headers state, if it is wrong. */
  claimed?: number | undefined;
  /** What follows the name of each part. Some programs write times or access rights there. */
  extra?: string;
  comment?: string;
  /** Parts are not compressed. */
  isStored?: boolean;
}

/** Builds a ZIP. */
export function zip(parts: [name: string, content: string | Buffer][], options: ZipOptions = {}): Buffer {
  const { claimed, extra = '', comment = '', isStored = false } = options;
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const packed = isStored ? Buffer.from(content) : deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(isStored ? 0 : 8, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claimed ?? Buffer.byteLength(content), 18);
    head.writeUInt16LE(name.length, 22);
    head.writeUInt16LE(extra.length, 24);
    const entry = Buffer.alloc(14);
    entry.writeUInt16LE(comment.length, 0);
    entry.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name + extra), packed]);
    const text = Buffer.from(name + extra + comment);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, entry, text]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** The parts of a workbook of one sheet with these rows in XML. */
export const partsOf = (rows: string, prolog = ''): Record<string, string | Buffer> => ({
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  '_rels/.rels': relations(`<Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
  'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    `<Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="r2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>
    <Relationship Id="r3" Type="${office}/styles" Target="styles.xml"/>`,
  ),
  'xl/worksheets/sheet1.xml': `${prolog}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});

export const relations = (inner: string) => `<Relationships xmlns="${packaged}">${inner}</Relationships>`;

/** The same with parts replaced or added. */
export const book = (rows: string, overrides: Record<string, string | Buffer> = {}, claimed?: number): Buffer =>
  zip(Object.entries({ ...partsOf(rows), ...overrides }), { claimed });

export const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const headed = (more: string) =>
  `<row r="1">${cell('A1', 'sku')}${cell('B1', 'name')}${cell('C1', 'price')}</row>${more}`;
