import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { formats } from '../../platform/files/cells.ts';
import { amount, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import type { FileTotals } from './file-totals-rules.ts';
import type { ImportRow } from './import-queries.ts';
import { sources } from './mapping/source-rules.ts';
import { inventoryQuery } from './request-schemas.ts';
import { record, toRecord } from './schemas.ts';

const { search, category, status, sort_by, sort_order, branch_id } = inventoryQuery.properties;

export const exportQuery = Type.Object({
  format: oneOf(formats),
  search,
  category,
  status,
  sort_by,
  sort_order,
  branch_id,
});

const bytes = { schema: { type: 'string', format: 'binary' } };

export const exportedFile = Type.Unsafe<NodeJS.ReadableStream>({
  description: 'The file',
  content: { 'text/csv': bytes, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': bytes },
});

export const fileForm = Type.Object({
  file: Type.Unsafe<unknown>({
    type: 'string',
    format: 'binary',
    description: 'CSV in UTF-8 (comma, semicolon or tab) or XLSX, with a heading row; at most 50,000 rows and 10 MiB',
  }),
  import_id: Type.Optional(
    Type.Unsafe<unknown>({ type: 'string', format: 'uuid', description: 'For an import: as in the query' }),
  ),
  mapping: Type.Optional(
    Type.Unsafe<unknown>({
      type: 'string',
      maxLength: 10_000,
      format: 'text',
      description:
        'JSON of field and heading, as in `/inventory/import/columns`, for files with other headings. Without it, files of Square, Shopify and Loyverse are recognised',
    }),
  ),
  stock_columns: Type.Optional(
    Type.Unsafe<unknown>({
      type: 'string',
      maxLength: 10_000,
      format: 'text',
      description: 'JSON of heading and warehouse id, for columns with the stock of one location',
    }),
  ),
  warehouse_id: Type.Optional(
    Type.Unsafe<unknown>({
      type: 'string',
      format: 'uuid',
      description: 'The warehouse of the stock column; without it, the stock is that of all warehouses together',
    }),
  ),
});

/** A client may choose the import's id, to follow it while it runs and to repeat the request. */
export const importQuery = Type.Object({
  import_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The import’s id, chosen by the client; a repeated request gets the same response',
    }),
  ),
  id: Type.Optional(Type.String({ format: 'uuid', description: 'The same as `import_id`' })),
});

const rowError = Type.Object({
  row: Type.Integer({ description: 'The row of the file: the heading is row 1; in CSV a record is one row' }),
  message: Type.String(),
});

export const imported = Type.Object({
  id: id(),
  success: Type.Integer({ description: 'Number of imported rows' }),
  failed: Type.Integer(),
  errors: Type.Array(rowError),
});

export const importStatuses = ['running', 'done', 'failed', 'interrupted'] as const;

export const importKinds = ['products', 'customers'] as const;

/** The progress of an import. */
export const importProgress = Type.Object({
  id: id(),
  kind: oneOf(importKinds),
  file_name: Type.String(),
  status: oneOf(importStatuses),
  undo: nullable(oneOf(['possible', 'running', 'done'])),
  total: Type.Integer({ description: 'Number of rows below the heading' }),
  done: Type.Integer(),
  imported: Type.Integer(),
  failed: Type.Integer(),
  started_at: timestamp(),
  finished_at: nullable(timestamp()),
  errors: Type.Array(rowError, { description: 'The first 100 errors' }),
});

export const toImportProgress = ({ error_rows, error_messages, ...row }: ImportRow): Static<typeof importProgress> => ({
  ...row,
  errors: error_rows.map((at, index) => ({ row: at, message: error_messages[index] ?? '' })),
});

/** What an import would do. */
export const dryRunCounts = Type.Object({
  created: Type.Integer({ description: 'Records that would be new; a variant is one' }),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Integer({ description: 'Rows with an error' }),
});

export const dryRunResult = Type.Object({
  success: Type.Literal(true),
  valid: Type.Boolean(),
  errors: Type.Array(Type.String()),
  source: oneOf(sources),
  counts: dryRunCounts,
  totals: Type.Object(
    {
      products: Type.Integer(),
      variants: Type.Integer(),
      stock: Type.Array(
        Type.Object({
          warehouse_id: nullable(id()),
          units: Type.Integer(),
          value_at_cost: amount(),
          value_at_price: amount(),
        }),
        { description: 'By warehouse; null for all of them together' },
      ),
    },
    { description: 'The sums of the file’s readable rows, to compare with the program that wrote it' },
  ),
  preview: Type.Array(record, { description: 'The first 20 records after the import; a new one will get another id' }),
});

interface DryRunOutcome {
  errors: { row: number; message: string }[];
  preview: ProductRow[];
  source: (typeof sources)[number];
  counts: Static<typeof dryRunResult>['counts'];
  totals: FileTotals;
}

/** The columns of a file, and what they probably hold. */
export const fileColumns = Type.Object({
  success: Type.Literal(true),
  source: oneOf(sources),
  columns: Type.Array(Type.Object({ heading: Type.String(), sample: Type.String() }), {
    description: 'The first 200 headings, with the value of the first row',
  }),
  mapping: Type.Record(
    Type.String(),
    Type.Unsafe<string | string[]>({ type: ['array', 'string'], items: { type: 'string' } }),
    {
      description: 'The heading of each field; for `variant`, up to three',
    },
  ),
  stock_columns: Type.Array(
    Type.Object({
      heading: Type.String(),
      location: Type.String({ description: 'The other program’s name of the location' }),
      warehouse_id: nullable(id()),
    }),
    { description: 'The columns with the stock of one location, with the warehouse of the same name' },
  ),
});

export const toDryRunResult = (
  { errors, preview, source, counts, totals }: DryRunOutcome,
  currency: string,
): Static<typeof dryRunResult> => ({
  success: true,
  valid: errors.length === 0,
  source,
  counts,
  totals: {
    products: totals.products,
    variants: totals.variants,
    stock: [...totals.stock].map(([warehouse_id, { units, at_cost, at_price }]) => ({
      warehouse_id,
      units,
      value_at_cost: toMajor(at_cost, currency),
      value_at_price: toMajor(at_price, currency),
    })),
  },
  errors: errors.map(({ row, message }) => `row ${row}: ${message}`),
  preview: preview.map((row) => toRecord(row, currency)),
});
