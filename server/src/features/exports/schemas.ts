import { type Static, Type } from 'typebox';
import { periods } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { languages } from '../../core/language.ts';
import { day, freeText, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { ShownExport } from './get-export.ts';
import { exportFormats, exportStates, isStalled, needsDates, productSorts, refundKinds, reportTypes } from './rules.ts';

export const exportBody = Type.Object({
  report_type: oneOf(reportTypes),
  format: oneOf(exportFormats),
  start_date: Type.Optional(
    Type.String({ format: 'date-or-time', description: 'First day; needed for sales and transactions' }),
  ),
  end_date: Type.Optional(
    Type.String({ format: 'date-or-time', description: 'Last day, included; needed for sales and transactions' }),
  ),
  branch_id: Type.Optional(id()),
  language: Type.Optional({
    ...oneOf(languages),
    description:
      'Of headings and words. Without it they are the names of the API, which do not change; those of a PDF are English',
  }),
  search: Type.Optional({ ...freeText(200), description: 'Only for sales_by_product' }),
  sort: Type.Optional({ ...oneOf(productSorts), description: 'Only for sales_by_product. Default: -revenue' }),
  group_by: Type.Optional({
    ...oneOf(periods),
    description: 'Only for sales: a row for each calendar period, named by its first day. Default: day',
  }),
  kind: Type.Optional({ ...oneOf(refundKinds), description: 'Only for sales_refunds' }),
  user_id: Type.Optional({ ...id(), description: 'Only for sales_refunds: who refunded or voided' }),
});

export const exported = Type.Object({
  download_url: Type.String({
    format: 'uri',
    description:
      'Contains a signature: downloads the file without sign-in, as long as the user or API key that requested it may ' +
      'read what it shows',
  }),
  expires_at: timestamp(),
});

export const readyExport = Type.Object({
  ...exported.properties,
  report_type: oneOf(reportTypes),
  format: oneOf(exportFormats),
});

export const failedExport = Type.Object({
  report_type: oneOf(reportTypes),
  format: oneOf(exportFormats),
  error: Type.String({ description: 'The reason, in a sentence' }),
});

export const exportJob = Type.Object({
  id: id(),
  state: Type.Unsafe<(typeof exportStates)[number]>({
    type: 'string',
    enum: [...exportStates],
    description: '`queued` until it is its turn, `running` while the file is written, then `ready` or `failed`',
  }),
  report_type: oneOf(reportTypes),
  format: oneOf(exportFormats),
  start_date: nullable(day()),
  end_date: nullable(day()),
  branch_id: nullable(Type.String({ format: 'uuid', description: 'The branch that was named' })),
  language: nullable(oneOf(languages)),
  user_id: Type.String({ format: 'uuid', description: 'The user who started it' }),
  is_stalled: Type.Boolean({
    description:
      'It has waited for a minute, or its process has not reported for half a minute. Another process takes it over, ' +
      'unless no process of the service does background work',
  }),
  rows_written: Type.Integer({ description: 'Updated about once a second' }),
  rows_expected: nullable(
    Type.Integer({
      description:
        'An estimate: the rows there were when it began. Null before, and where they are not counted (sales)',
    }),
  ),
  download_url: nullable(
    Type.String({
      format: 'uri',
      description:
        'Once it is ready: signed, works as long as the user or API key that requested it may read what it shows',
    }),
  ),
  expires_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the file is removed: a day after it was ready. The export is not found then',
    }),
  ),
  error: nullable(Type.String({ description: 'The reason of the failure' })),
  created_at: timestamp(),
  finished_at: nullable(timestamp()),
});

export function toExportJob({ link, ...row }: ShownExport, now: Timestamp): Static<typeof exportJob> {
  const { start_date, end_date } = row;
  return {
    id: row.id,
    state: row.state,
    report_type: row.report_type,
    format: row.format,
    ...(needsDates(row.report_type) ? { start_date, end_date } : { start_date: null, end_date: null }),
    branch_id: row.branch_id,
    language: row.language,
    user_id: row.user_id,
    is_stalled: isStalled(row, now),
    rows_written: Number(row.rows_written),
    rows_expected: row.rows_expected === null ? null : Number(row.rows_expected),
    download_url: link?.download_url ?? null,
    expires_at: link?.expires_at ?? null,
    error: row.error,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}
