import { Type } from 'typebox';
import { formats } from '../../files/cells.ts';
import { id, oneOf, timestamp } from '../../http/fields.ts';
import { reportTypes } from './rules.ts';

export const exportBody = Type.Object({
  report_type: oneOf(reportTypes),
  format: oneOf(formats),
  start_date: Type.Optional(Type.String({ format: 'date-or-time', description: 'First day; needed for sales and transactions' })),
  end_date: Type.Optional(Type.String({ format: 'date-or-time', description: 'Last day, included; needed for sales and transactions' })),
  branch_id: Type.Optional(id()),
});

export const exported = Type.Object({
  download_url: Type.String({
    format: 'uri',
    description: 'Signed; whoever has it may download the file, until the one who made it leaves the merchant',
  }),
  expires_at: timestamp(),
});

export const readyExport = Type.Object({ ...exported.properties, report_type: oneOf(reportTypes), format: oneOf(formats) });
