import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { mailNoticeOf } from '../../platform/http/mail-notice.ts';
import { ok, runIdempotent, sendStoredResponse } from '../../platform/idempotency/idempotency.ts';
import { identityServices } from '../../platform/limits/identity-services.ts';
import { changeOwnAccount, confirmOwnChange } from './change-own-account.ts';
import { ownAccount, ownAccountBody } from './schemas.ts';

/** The caller's own name and e-mail address, at all of their merchants. */
export async function ownAccountRoutes(app: App): Promise<void> {
  const { clock } = app.services;

  app.put(
    '/auth/me',
    {
      config: { permission: 'merchant:read', isPersonal: true, needsSignIn: true },
      schema: {
        operationId: 'updateCurrentUser',
        summary: 'Change your own name and e-mail address',
        description:
          'Another e-mail address needs `current_password`. The old address gets a mail, if the service sends any.',
        tags: ['Authentication'],
        body: ownAccountBody,
        response: replies({ 200: success(ownAccount) }),
      },
    },
    async (request, reply) => {
      if (await sendStoredResponse(request, reply)) return reply as never;
      const { sub: user_id, sid: session_id } = request.claims;
      const { name, email, current_password } = request.body;
      // It hashes the password, and runs before the transaction so that it holds no connection.
      const password_hash = await confirmOwnChange(
        identityServices(app, request),
        { user_id, email, current_password },
        clock.now(),
      );
      const checked = { user_id, session_id, password_hash };
      let merchants: string[] = [];
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const notice = mailNoticeOf(request);
          const change = { user: checked, name, email, address: request.ip, notice };
          const { account, merchant_ids } = await changeOwnAccount(tx, ctx, change);
          merchants = merchant_ids;
          return ok(data(account));
        },
        {
          async afterCommit() {
            for (const id of merchants) await app.authentication.forgetMerchant(id);
          },
        },
      );
    },
  );
}
