import { Type } from 'typebox';
import { AppError } from '../../../core/errors.ts';
import { readLanguage } from '../../../core/language.ts';
import type { App } from '../../../platform/context/app.ts';
import { data, message, replies, success } from '../../../platform/http/envelope.ts';
import { mailNoticeOf } from '../../../platform/http/mail-notice.ts';
import { pageAddress } from '../../../platform/http/page-address.ts';
import { ok, runIdempotent, sendStoredResponse } from '../../../platform/idempotency/idempotency.ts';
import { countAttemptFrom } from '../../../platform/limits/attempt-budget.ts';
import { email, newPassword, oneOf } from '../../../platform/validation/fields.ts';
import { passwordChanged } from '../schemas.ts';
import { toKeptKey } from './kept-keys.ts';
import { prepareReset, requestPasswordReset, resetPassword } from './reset-password.ts';
import { registrationNow } from './users.ts';

const tags = ['Authentication'];

const forgotBody = Type.Object({ email: email() });
const resetBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, format: 'text' }),
  password: newPassword(),
});
const options = Type.Object({
  registration: oneOf(['open', 'first', 'closed']),
  mail: Type.Boolean({ description: 'Whether a forgotten password can be reset by mail, and invitations are mailed' }),
  common_passwords: oneOf(['allow', 'refuse']),
});

const changed = 'The password is changed: sign in with it';
const changedWithoutPasskeys =
  'The password is changed and the passkeys are removed: sign in with the password, and add passkeys again';

/** For users who are not signed in; the routes need no token. */
export async function passwordResetRoutes(app: App): Promise<void> {
  const { services } = app;
  const { database, clock, config, secret } = services;

  app.get(
    '/auth/options',
    {
      schema: {
        operationId: 'getAuthOptions',
        summary: 'Get the sign-in settings of this service',
        description:
          '`registration` is `first` if only the first user may register and there is none yet; it is `closed` after that.',
        tags,
        response: replies({ 200: success(options) }),
      },
    },
    async () =>
      data({
        registration: await registrationNow(database.global, config.registration),
        mail: config.mail !== undefined,
        common_passwords: config.common_passwords ? ('allow' as const) : ('refuse' as const),
      }),
  );

  app.post(
    '/auth/password/forgot',
    {
      schema: {
        operationId: 'forgotPassword',
        summary: 'Request a password reset by mail',
        description: 'The response is the same whether or not the address has an account.',
        tags,
        body: forgotBody,
        response: replies({ 200: message }),
      },
    },
    async ({ body, headers, ip }) => {
      await countAttemptFrom(services, { of: 'forgot', address: ip, most: 20, window_s: 3_600 });
      if (config.mail === undefined)
        return { success: true as const, message: 'This service sends no mail: ask an owner of your shop for a link' };
      const page = pageAddress(config, '/reset-password');
      await requestPasswordReset(
        database,
        { email: body.email, language: readLanguage(headers['accept-language']), secret, page },
        clock.now(),
      );
      return { success: true as const, message: 'If the address has an account, a mail with a link is on its way' };
    },
  );

  app.post(
    '/auth/password/reset',
    {
      schema: {
        operationId: 'resetPassword',
        summary: 'Reset the password with a link; ends all sessions and removes the passkeys',
        tags,
        body: resetBody,
        response: replies({ 200: passwordChanged }),
      },
    },
    async (request, reply) => {
      const prepared = await prepareReset(services, { ...request.body, address: request.ip }).catch(
        async (error: unknown) => {
          // The first request has used the link up. A repeated request gets the stored response, not the error that the
          // link is not valid.
          if (error instanceof AppError && (await sendStoredResponse(request, reply))) return undefined;
          throw error;
        },
      );
      if (prepared === undefined) return reply as never;
      const notice = mailNoticeOf(request);
      let ended: string[] = [];
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => {
          const reset = await resetPassword(tx, prepared, { address: request.ip, notice }, now);
          ended = reset.ended;
          const message = reset.passkeys === 0 ? changed : changedWithoutPasskeys;
          return ok({ success: true, message, data: { api_keys: reset.api_keys.map(toKeptKey) } });
        },
        { afterCommit: () => app.authentication.forget(ended) },
      );
    },
  );
}
