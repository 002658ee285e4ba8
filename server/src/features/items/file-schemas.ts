import { type Static, Type } from 'typebox';
import { formats } from '../../files/cells.ts';
import { oneOf } from '../../http/fields.ts';
import type { ProductRow } from '../catalogue/lookup.ts';
import { inventoryQuery } from './request-schemas.ts';
import { record, toRecord } from './schemas.ts';

const { search, category, status, sort_by, sort_order, branch_id } = inventoryQuery.properties;

export const exportQuery = Type.Object({ format: oneOf(formats), search, category, status, sort_by, sort_order, branch_id });

const bytes = { schema: { type: 'string', format: 'binary' } };

export const exportedFile = Type.Unsafe<NodeJS.ReadableStream>({
  description: 'The file',
  content: { 'text/csv': bytes, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': bytes },
});

export const fileForm = Type.Object({
  file: Type.Unsafe<unknown>({
    type: 'string',
    format: 'binary',
    description: 'CSV in UTF-8 (comma, semicolon or tab) or XLSX, with a heading; at most 50,000 rows and 10 MiB',
  }),
});

export const imported = Type.Object({
  success: Type.Integer({ description: 'How many rows were imported' }),
  failed: Type.Integer(),
  errors: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'As in the file: the heading is row 1; in CSV a record is one row' }),
      message: Type.String(),
    }),
  ),
});

export const rehearsed = Type.Object({
  success: Type.Literal(true),
  valid: Type.Boolean(),
  errors: Type.Array(Type.String()),
  preview: Type.Array(record, { description: 'The first 20 records as they would be; the id of a new one will be another' }),
});

export const toRehearsed = (
  { errors, preview }: { errors: { row: number; message: string }[]; preview: ProductRow[] },
  currency: string,
): Static<typeof rehearsed> => ({
  success: true,
  valid: errors.length === 0,
  errors: errors.map(({ row, message }) => `row ${row}: ${message}`),
  preview: preview.map((row) => toRecord(row, currency)),
});
