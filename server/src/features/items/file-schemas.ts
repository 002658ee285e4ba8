import { type Static, Type } from 'typebox';
import { formats } from '../../platform/files/cells.ts';
import { id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import type { ImportRow } from './import-queries.ts';
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

/** The progress of an import. */
export const importProgress = Type.Object({
  id: id(),
  file_name: Type.String(),
  status: oneOf(importStatuses),
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

export const dryRunResult = Type.Object({
  success: Type.Literal(true),
  valid: Type.Boolean(),
  errors: Type.Array(Type.String()),
  preview: Type.Array(record, { description: 'The first 20 records after the import; a new one will get another id' }),
});

export const toDryRunResult = (
  { errors, preview }: { errors: { row: number; message: string }[]; preview: ProductRow[] },
  currency: string,
): Static<typeof dryRunResult> => ({
  success: true,
  valid: errors.length === 0,
  errors: errors.map(({ row, message }) => `row ${row}: ${message}`),
  preview: preview.map((row) => toRecord(row, currency)),
});
