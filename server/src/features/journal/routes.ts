import { Readable } from 'node:stream';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { exportJournal, readJournal } from './export-journal.ts';
import { exportQuery, exportResponse, journal, toJournal } from './schemas.ts';

const tags = ['Journal'];

/** Journals of registers, which can be verified without the service. */
export async function journalRoutes(app: App): Promise<void> {
  const { database, clock, secret } = app.services;

  app.get(
    '/journal/:id',
    {
      config: { permission: 'journal:read' },
      schema: {
        operationId: 'getJournal',
        summary: 'Get the state of a register’s journal',
        tags,
        params: idParam,
        response: replies({ 200: success(journal) }),
      },
    },
    async ({ db, actor, params }) => data(toJournal(await readJournal(db, actor, params.id))),
  );

  app.get(
    '/journal/:id/export',
    {
      config: { permission: 'journal:read', isHeavy: true },
      schema: {
        operationId: 'exportJournal',
        summary: 'Export a register’s journal as a file that can be verified without the service',
        description:
          'Needs `shifts:expected` too. Each line is JSON. `client/verify` finds the first line that was changed, removed or added.',
        tags,
        params: idParam,
        querystring: exportQuery,
        response: replies({ 200: exportResponse }),
      },
    },
    async ({ actor, params, query }, reply) => {
      const request = { actor, register_id: params.id, after: query.after ?? 0, secret, now: clock.now() };
      const lines = await exportJournal(database, request);
      return reply
        .type('application/x-ndjson')
        .header('content-disposition', `attachment; filename="journal-${params.id}.jsonl"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(lines) as never);
    },
  );
}
