import { readLanguage } from '../../core/language.ts';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { readSettings, updateSettings } from './change-settings.ts';
import { writePostings } from './posting-files.ts';
import { readPostings } from './read-postings.ts';
import { fileQuery, fileResponse, postings, settings, settingsBody, toPostings, toSettings } from './schemas.ts';

const tags = ['Accounting'];

/** The postings of closings, and the accounts that they name. */
export async function accountingRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  app.get(
    '/accounting/accounts',
    {
      config: { permission: 'merchant:read' },
      schema: {
        operationId: 'getAccounts',
        summary: 'Get the accounts to which closings are posted',
        tags,
        response: replies({ 200: success(settings) }),
      },
    },
    async ({ db }) => data(toSettings(await readSettings(db))),
  );

  app.put(
    '/accounting/accounts',
    {
      config: { permission: 'merchant:write' },
      schema: {
        operationId: 'updateAccounts',
        summary: 'Change the accounts to which closings are posted',
        description: 'What is left out stays as it is; a list replaces the one before.',
        tags,
        body: settingsBody,
        response: replies({ 200: success(settings) }),
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toSettings(await updateSettings(tx, ctx, request.body)))),
      ),
  );

  app.get(
    '/closures/:id/postings',
    {
      config: { permission: 'shifts:read', isHeavy: true },
      schema: {
        operationId: 'getPostings',
        summary: 'Get the postings of a closure for the bookkeeping',
        description: 'By payment method, tax rate and category. Needs `shifts:expected` too.',
        tags,
        params: idParam,
        response: replies({ 200: success(postings) }),
      },
    },
    async ({ actor, params, headers }) =>
      data(toPostings(await readPostings(database, actor, params.id), readLanguage(headers['accept-language']))),
  );

  app.get(
    '/closures/:id/postings/file',
    {
      config: { permission: 'shifts:read', isHeavy: true },
      schema: {
        operationId: 'exportPostings',
        summary: 'Get the postings of a closure as a file for the bookkeeping',
        description: 'Needs `shifts:expected` too. A file for DATEV needs accounts of digits, and its numbers.',
        tags,
        params: idParam,
        querystring: fileQuery,
        response: replies({ 200: fileResponse }),
      },
    },
    async ({ actor, params, query, headers }, reply) => {
      const closure = await readPostings(database, actor, params.id);
      const language = readLanguage(headers['accept-language']);
      const { format = 'csv' } = query;
      const { bytes, name, type } = await writePostings(closure, { format, language, now: clock.now() });
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(bytes)) as never;
    },
  );
}
