import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../core/errors.ts';
import { readLanguage } from '../../core/language.ts';
import type { App } from '../../platform/context/app.ts';
import { originOf } from '../../platform/http/downloads.ts';
import { data, message, replies, success } from '../../platform/http/envelope.ts';
import { mailNoticeOf } from '../../platform/http/mail-notice.ts';
import { pageAddress } from '../../platform/http/page-address.ts';
import { created, ok, runIdempotent, sendStoredResponse } from '../../platform/idempotency/idempotency.ts';
import { countAttempt, countAttemptIn } from '../../platform/limits/attempt-budget.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { removeMember } from './change-staff.ts';
import { invitationErrors } from './check-assignment.ts';
import { invitationBody, invited, resendBody, resetLink, withoutLink, withoutResetLink } from './invitation-schemas.ts';
import { type InvitationMail, type InvitationResult, inviteMember, resendInvitation } from './invite-member.ts';
import { inviteToAccount } from './invite-to-account.ts';
import { makeResetLink } from './make-reset-link.ts';
import { type AddressOrPin, addPinMember, addressOrPinErrors, auditTakenPin, preparePinFor } from './pin-members.ts';
import { toStaffMember } from './schemas.ts';

const tags = ['Staff'];
const mayWrite = { permission: 'staff:write' } as const;
const storedWithoutLink = { keep: withoutLink };

/**
 * Sends, resends and withdraws invitations, and creates reset links: the routes of `/staff` that handle links and mail.
 */
export async function invitationRoutes(app: App): Promise<void> {
  resetLinkRoute(app);

  app.post(
    '/staff',
    {
      config: {
        ...mayWrite,
        async checkRules({ db }, part) {
          const fields = part as Parameters<typeof invitationErrors>[1] & AddressOrPin;
          const errors = await invitationErrors(db, fields);
          for (const { field, message } of addressOrPinErrors(fields).details) errors.add(field, message);
          return errors;
        },
      },
      schema: {
        operationId: 'inviteColleague',
        summary: 'Invite a person to the staff, or add a member with a PIN',
        description:
          'With `pin` instead of `email`: a member without an account, who signs in at registered devices only. With `email`: grants nothing before the person accepts. The response is the same whether or not the address has an account. The response to a repeated request has no link.',
        tags,
        body: invitationBody,
        response: replies({ 201: success(invited) }),
      },
    },
    async (request, reply) => {
      const { email, pin, send, ...member } = request.body;
      addressOrPinErrors(request.body).throwIfAny();
      if (email === undefined && pin !== undefined) {
        if (await sendStoredResponse(request, reply)) return reply as never;
        const pin_hash = await preparePinFor({ ...app.services, countAttempt }, request, pin);
        return runIdempotent(request, reply, async (tx, ctx) =>
          created(data(toStaffMember(await addPinMember(tx, ctx, { ...member, pin_hash })))),
        ).catch((error: unknown) =>
          auditTakenPin(app.services, error, { actor: request.actor, subject_id: request.actor.user_id }),
        );
      }
      const mail = mailOf(request, send);
      const invitation = { ...member, email: email ?? '' };
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => created(data(toInvited(request, await inviteMember(tx, ctx, invitation, mail), mail))),
        storedWithoutLink,
      );
    },
  );

  app.post(
    '/staff/:id/invite',
    {
      config: mayWrite,
      schema: {
        operationId: 'resendInvitation',
        summary: 'Send an invitation again; its earlier link stops working',
        description:
          'With `email`: invites a member without an e-mail address to an account. By accepting, the same member can sign in with a password, and keeps sales and PIN.',
        tags,
        params: idParam,
        body: resendBody,
        response: replies({ 200: success(invited) }),
      },
    },
    async (request, reply) => {
      const { send, email } = request.body;
      const mail = mailOf(request, send);
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const { id } = request.params;
          const invitation =
            email === undefined
              ? await resendInvitation(tx, ctx, id, mail)
              : await inviteToAccount(tx, ctx, { id, email }, mail);
          return ok(data(toInvited(request, invitation, mail)));
        },
        storedWithoutLink,
      );
    },
  );

  app.delete(
    '/staff/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'deactivateColleague',
        summary: 'End a member’s access to this merchant, or withdraw an invitation',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const { name, invitation_expires_at } = await removeMember(tx, ctx, request.params.id);
          const text =
            invitation_expires_at === null ? `${name} no longer works here` : `The invitation of ${name} is withdrawn`;
          return ok({ success: true, message: text });
        },
        { afterCommit: () => app.authentication.forgetMerchant(request.actor.merchant.id) },
      ),
  );
}

/**
 * How to mail the invitation; undefined if the request wants the link, or no mail server is set up.
 * @throws AppError VALIDATION_ERROR for `email` without a mail server
 */
function mailOf({ server, headers }: FastifyRequest, send: 'email' | 'link' | undefined): InvitationMail {
  const { config, secret } = server.services;
  if (config.mail === undefined) {
    if (send === 'email') throw invalidField('send', 'must be link: no mail server is set up');
    return undefined;
  }
  if (send === 'link') return undefined;
  return {
    secret,
    page: pageAddress(config, '/accept-invitation'),
    language: readLanguage(headers['accept-language']),
    countMail: countAttemptIn,
  };
}

/** Browsers do not send the part after `#` to a server, so the token appears in no log. */
const linkOf = (request: FastifyRequest, page: string, token: string): string =>
  `${request.server.services.config.public_url ?? originOf(request)}${page}#token=${token}`;

const toInvited = (request: FastifyRequest, { member, token }: InvitationResult, mail: InvitationMail) => ({
  ...toStaffMember(member),
  ...(mail === undefined ? { invitation_link: linkOf(request, '/accept-invitation', token) } : {}),
});

function resetLinkRoute(app: App): void {
  app.post(
    '/staff/:id/reset-link',
    {
      config: { permission: 'staff:recover' },
      schema: {
        operationId: 'makeResetLink',
        summary: 'Create a password reset link for a member',
        description:
          'For owners, to hand over in person; works once, for 30 minutes. Only for an account that was created for this merchant and works for no other. If mail is set up, the member gets a mail about it, without the link.',
        tags,
        params: idParam,
        response: replies({ 200: success(resetLink) }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const { token, expires_at } = await makeResetLink(tx, ctx, {
            id: request.params.id,
            notice: mailNoticeOf(request),
          });
          return ok(data({ reset_link: linkOf(request, '/reset-password', token), expires_at }));
        },
        { keep: withoutResetLink },
      ),
  );
}
