import { type Static, Type } from 'typebox';
import type { App } from '../../../platform/context/app.ts';
import { data, replies, success } from '../../../platform/http/envelope.ts';
import { ok, runIdempotent, sendStoredResponse } from '../../../platform/idempotency/idempotency.ts';
import { id, idParam, nullable, oneOf } from '../../../platform/validation/fields.ts';
import { finishUndo, previewUndo, undoImport } from './undo-import.ts';
import type { UndoResult } from './undo-rules.ts';

const tags = ['Inventory'];

const undoResult = Type.Object({
  removed: Type.Integer({ description: 'Records that the import had created' }),
  restored: Type.Integer({ description: 'Records with fields that were set back' }),
  stock_reversed: Type.Integer({ description: 'Levels of stock that were set back by movements' }),
  kept: Type.Integer({ description: 'What was edited, sold or moved since' }),
  failed: Type.Integer({ description: 'What a rule of stock or of the catalogue forbids' }),
  entries: Type.Array(
    Type.Object({
      id: id(),
      sku: nullable(Type.String()),
      name: Type.String(),
      field: nullable(Type.String({ description: 'The field, `stock`, or null for the whole record' })),
      outcome: oneOf(['kept', 'failed']),
      reason: Type.String(),
    }),
    { description: 'The first 100 that were kept or failed' },
  ),
});

const toUndoResult = ({ entries, ...counts }: UndoResult): Static<typeof undoResult> => ({
  ...counts,
  entries: entries.map(({ subject_id, ...entry }) => ({ id: subject_id, ...entry })),
});

/** Undoes imports. */
export async function undoRoutes(app: App): Promise<void> {
  const { services } = app;
  const config = { permission: 'catalogue:write', isHeavy: true } as const;

  app.get(
    '/inventory/imports/:id/undo',
    {
      config,
      schema: {
        operationId: 'previewUndo',
        summary: 'Get what an undo of an import would do',
        tags,
        params: idParam,
        response: replies({ 200: success(undoResult) }),
      },
    },
    async ({ actor, params }) => data(toUndoResult(await previewUndo(services, actor, params.id))),
  );

  app.post(
    '/inventory/imports/:id/undo',
    {
      config,
      schema: {
        operationId: 'undoImport',
        summary: 'Undo an import of the last 30 days',
        description:
          'Removes what the import created, and sets back what it changed. What was edited, sold or moved since stays, and is named. Stock is set back by movements. Categories that the import created are deleted, except those with products, or with products that were sold. An interrupted undo continues with the next request. An import of customers needs the permission `customers:write` as well.',
        tags,
        params: idParam,
        response: replies({ 200: success(undoResult) }),
      },
    },
    async (request, reply) => {
      if (await sendStoredResponse(request, reply)) return reply as never;
      const run = await undoImport(services, request.actor, request.params.id);
      return runIdempotent(request, reply, async (tx, ctx) => {
        await finishUndo(tx, ctx, run);
        return ok(data(toUndoResult(run.result)));
      });
    },
  );
}
