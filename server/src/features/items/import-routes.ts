import { Type } from 'typebox';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged, pagingQuery } from '../../platform/http/paging.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { importProgress, toImportProgress } from './file-schemas.ts';
import { getImport, listImports } from './follow-import.ts';

const tags = ['Inventory'];

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
