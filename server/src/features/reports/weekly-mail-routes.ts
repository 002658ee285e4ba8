import { Type } from 'typebox';
import { readLanguage } from '../../core/language.ts';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { isWeeklyMailOn, switchWeeklyMail } from './send-weekly-mails.ts';

const tags = ['Reports'];
const config = { permission: 'reports:read', isPersonal: true } as const;

const weeklyMail = Type.Object({
  is_on: Type.Boolean(),
  sends_mail: Type.Boolean({ description: 'Whether the service sends mail: otherwise no mail comes' }),
});

/** The mail of last week, which a person turns on for themselves. */
export async function weeklyMailRoutes(app: App): Promise<void> {
  const sends_mail = app.services.config.mail !== undefined;

  app.get(
    '/reports/weekly-mail',
    {
      config,
      schema: {
        operationId: 'getWeeklyMail',
        summary: 'Whether you get the figures of last week by mail each Monday',
        tags,
        response: replies({ 200: success(weeklyMail) }),
      },
    },
    async ({ db, actor }) => data({ is_on: await isWeeklyMailOn(db, actor.user_id), sends_mail }),
  );

  app.put(
    '/reports/weekly-mail',
    {
      config,
      schema: {
        operationId: 'updateWeeklyMail',
        summary: 'Turn the mail of last week on or off',
        description:
          'Each Monday from seven o’clock: the sales of last week compared with the week before, the best sellers, and low ' +
          'stock, of what you may read. In the language of `Accept-Language`. None comes without sales in both weeks.',
        tags,
        body: Type.Object({ is_on: Type.Boolean() }),
        response: replies({ 200: success(weeklyMail) }),
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const { is_on } = request.body;
        await switchWeeklyMail(tx, ctx, { is_on, language: readLanguage(request.headers['accept-language']) });
        return ok(data({ is_on, sends_mail }));
      }),
  );
}
