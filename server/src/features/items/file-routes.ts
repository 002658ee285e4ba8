import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { dayOf } from '../../core/calendar.ts';
import type { App } from '../../platform/context/app.ts';
import { mediaTypes } from '../../platform/http/downloads.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged, pagingQuery } from '../../platform/http/paging.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { abortedByClient, readUpload, registerUploads, withoutBody } from '../../platform/validation/uploads.ts';
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
import { getImport, listImports } from './follow-import.ts';
import { importFile } from './import-file.ts';
import { describeColumns } from './mapping/describe-columns.ts';
import { fieldsNamed, replyToImport } from './upload-routes.ts';

const tags = ['Inventory'];
const fileSize = 10 * 1024 * 1024;
// The handler reads the form, so there is no body to validate before.
const choiceFields = ['mapping', 'stock_columns', 'warehouse_id'] as const;
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
        description:
          'Each product has its variants after it. For one branch, there is a column for the stock of each of its warehouses, and an import counts only these.',
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
          'A rejected row does not affect the others. A row whose SKU exists changes that product; its stock is a counted quantity. A failed or interrupted import continues when it is sent again under its id or key.',
        tags,
        ...form,
        querystring: importQuery,
        response: replies({ 200: imported }),
      },
    },
    (request, reply) =>
      replyToImport(request, reply, {
        query: request.query,
        kind: 'products',
        fields: choiceFields,
        run: (upload) => importFile(services, request.actor, upload),
      }),
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
        await dryRunImport(services, request.actor, { content, choice: fieldsNamed(choiceFields, fields), signal }),
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
