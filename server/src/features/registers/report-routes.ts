import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readLanguage } from '../../core/language.ts';
import type { App } from '../../platform/context/app.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { replies } from '../../platform/http/envelope.ts';
import { idParam, oneOf } from '../../platform/validation/fields.ts';
import { type DrawerReport, readClosureReport, readShiftReport } from './reports/drawer-report.ts';
import { type ReportFormat, reportFormats, writeReport } from './reports/report-files.ts';
import { snapshotInTurn } from './shifts/snapshot-in-turn.ts';

const tags = ['Shifts'];

const reportQuery = Type.Object({
  format: Type.Optional({
    ...oneOf(reportFormats),
    default: 'pdf',
    description: 'pdf: 80 mm wide; csv: one row for each sum; escpos: commands for a receipt printer, 42 columns wide',
  }),
});

export const reportMediaTypes: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  escpos: 'application/octet-stream',
};

const file = { schema: { type: 'string', format: 'binary' } };
const reportResponse = Type.Unsafe<Uint8Array>({
  description: 'The report as a file',
  content: { 'application/pdf': file, 'text/csv': file, 'application/octet-stream': file },
});

/** Whether a client asks for a PDF, and for no JSON. */
export const prefersPdf = (accept = ''): boolean => accept.includes('application/pdf') && !accept.includes('json');

/** Reads a report and sends it as a file. The caller has a slot for heavy work. */
export async function sendReport(
  { server, actor, headers }: FastifyRequest,
  reply: FastifyReply,
  { format, read }: { format: ReportFormat; read(db: Handle): Promise<DrawerReport> },
): Promise<never> {
  const report = await snapshotInTurn(server.services.database, actor.merchant.id, read);
  const bytes = await writeReport(report, { format, language: readLanguage(headers['accept-language']) });
  reply.header('cache-control', 'private, no-store');
  return reply.type(reportMediaTypes[format]).send(Buffer.from(bytes)) as never;
}

/** The reports of registers for printers and accountants. */
export async function reportRoutes(app: App): Promise<void> {
  const { clock } = app.services;

  app.get(
    '/shifts/:id/report',
    {
      config: { permission: 'shifts:read', isHeavy: true },
      schema: {
        operationId: 'printShift',
        summary: 'Get the sums of a shift as of now (X report) as a file',
        tags,
        params: idParam,
        querystring: reportQuery,
        response: replies({ 200: reportResponse }),
      },
    },
    (request, reply) =>
      sendReport(request, reply, {
        format: request.query.format ?? 'pdf',
        read: (db) => readShiftReport(db, { actor: request.actor, id: request.params.id }, clock.now()),
      }),
  );

  app.get(
    '/closures/:id/report',
    {
      config: { permission: 'shifts:read', isHeavy: true },
      schema: {
        operationId: 'printClosure',
        summary: 'Get a closure (Z report) as a file',
        tags,
        params: idParam,
        querystring: reportQuery,
        response: replies({ 200: reportResponse }),
      },
    },
    (request, reply) =>
      sendReport(request, reply, {
        format: request.query.format ?? 'pdf',
        read: (db) => readClosureReport(db, { actor: request.actor, id: request.params.id }),
      }),
  );
}
