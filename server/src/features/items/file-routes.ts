import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { dayOf } from '../../core/calendar.ts';
import { newId } from '../../core/ids.ts';
import type { App } from '../../platform/context/app.ts';
import { mediaTypes } from '../../platform/http/downloads.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged, pagingQuery } from '../../platform/http/paging.ts';
import { ok, runIdempotent, sendStoredResponse } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import {
  abortedByClient,
  readUpload,
  registerUploads,
  type Upload,
  withoutBody,
} from '../../platform/validation/uploads.ts';
import { dryRunImport } from './dry-run-import.ts';
import { exportRecords } from './export-records.ts';
import {
  dryRunResult,
  exportedFile,
  exportQuery,
  fileColumns,
  fileForm,
  imported,
  importProgress,
  importQuery,
  toDryRunResult,
  toImportProgress,
} from './file-schemas.ts';
import { finishImport, getImport, importIdFromKey, listImports, readImportId } from './follow-import.ts';
import { importFile } from './import-file.ts';
import { describeColumns } from './mapping/describe-columns.ts';
import type { MappingChoice } from './mapping/mapping-rules.ts';

const tags = ['Inventory'];
const fileSize = 10 * 1024 * 1024;
// The handler reads the form, so there is no body to validate before.
const form = { consumes: ['multipart/form-data'], body: fileForm };

/** Exports and imports records as files. */
export async function itemFileRoutes(app: App): Promise<void> {
  const { services } = app;
  const validatorCompiler = withoutBody(app);
  await registerUploads(app, { fileSize });

  app.get(
    '/inventory/export',
    {
      config: { permission: 'catalogue:read', isHeavy: true },
      schema: {
        operationId: 'exportRecords',
        summary: 'Export the records of a list as a file that can be imported',
        tags,
        querystring: exportQuery,
        response: replies({ 200: exportedFile }),
      },
    },
    async ({ actor, db, query }, reply) => {
      const day = dayOf(services.clock.now(), actor.merchant.timezone);
      return reply
        .type(mediaTypes[query.format] ?? '')
        .header('content-disposition', `attachment; filename="inventory-${day}.${query.format}"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(exportRecords(db, actor, query)));
    },
  );

  app.post(
    '/inventory/import',
    {
      config: { permission: 'catalogue:write', isHeavy: true },
      validatorCompiler,
      schema: {
        operationId: 'importRecords',
        summary: 'Import products from a file, row by row',
        description:
          'A rejected row does not affect the others. A row whose SKU exists changes that product; its stock is a counted quantity.',
        tags,
        ...form,
        querystring: importQuery,
        response: replies({ 200: imported }),
      },
    },
    async (request, reply) => {
      const { content, file_name, fields } = await readUpload(request);
      const choice = choiceOf(fields);
      // The same file with another choice is another request.
      request.body = { ...request.body, ...choice };
      const client_id = readImportId({ ...request.query, field: fields.get('import_id') });
      const id = client_id ?? importIdFromKey(request.headers['idempotency-key']) ?? newId();
      reply.header('x-import-id', id);
      if (await sendStoredResponse(request, reply, { client_id })) return reply as never;
      const named = { id, is_named: client_id !== undefined, file_name, content, choice };
      const { run, ...outcome } = await importFile(services, request.actor, named);
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          await finishImport(tx, ctx, run);
          return ok({ id, ...outcome });
        },
        { client_id },
      );
    },
  );

  app.post(
    '/inventory/import/validate',
    {
      config: { permission: 'catalogue:write', isHeavy: true },
      validatorCompiler,
      schema: {
        operationId: 'validateImport',
        summary: 'Check an import without changing anything',
        tags,
        ...form,
        response: replies({ 200: dryRunResult }),
      },
    },
    async (request, reply) => {
      const { content, fields } = await readUpload(request);
      const signal = abortedByClient(reply);
      return toDryRunResult(
        await dryRunImport(services, request.actor, { content, choice: choiceOf(fields), signal }),
        request.actor.merchant.currency,
      );
    },
  );

  app.post(
    '/inventory/import/columns',
    {
      config: { permission: 'catalogue:write', isHeavy: true },
      validatorCompiler,
      schema: {
        operationId: 'readImportColumns',
        summary: 'Read the columns of a file, and suggest what they hold',
        description: 'Recognises files of Square, Shopify and Loyverse. Changes nothing.',
        tags,
        ...form,
        response: replies({ 200: fileColumns }),
      },
    },
    async (request, reply) => {
      const { content } = await readUpload(request);
      return { success: true, ...(await describeColumns(request.db, content, abortedByClient(reply))) } as const;
    },
  );
}

/** What the person chose for the file, without fields that the form left empty. */
function choiceOf(fields: Upload['fields']): MappingChoice {
  const names = ['mapping', 'stock_columns', 'warehouse_id'] as const;
  return Object.fromEntries(names.flatMap((name) => (fields.get(name) ? [[name, fields.get(name)]] : [])));
}

/** The progress of imports of all processes. */
export async function importRoutes(app: App): Promise<void> {
  const { clock } = app.services;

  app.get(
    '/inventory/imports',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'listImports',
        summary: 'List imports, newest first',
        tags,
        querystring: Type.Object(pagingQuery),
        response: replies({ 200: page(importProgress) }),
      },
    },
    async ({ db, query }) => paged(await listImports(db, query, clock.now()), query, toImportProgress),
  );

  app.get(
    '/inventory/imports/:id',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'getImport',
        summary: 'Get the progress of an import',
        tags,
        params: idParam,
        response: replies({ 200: success(importProgress) }),
      },
    },
    async ({ db, params }) => data(toImportProgress(await getImport(db, params.id, clock.now()))),
  );
}
