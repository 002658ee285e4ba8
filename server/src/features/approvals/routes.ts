import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { listPage, paged, readSort } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { decideApproval } from './decide-approval.ts';
import { getApproval } from './find-approvals.ts';
import { identifyApprover, type PinOfApprover } from './identify-approver.ts';
import { approvalList } from './queries.ts';
import { requestApproval } from './request-approval.ts';
import { type ApprovalRow, asOf, visibleTo } from './rules.ts';
import { approval, approvalBody, approvalQuery, decisionBody, denialBody, toApproval } from './schemas.ts';

const tags = ['Approvals'];

/** Who decides: the signed-in user, or the holder of a PIN that was entered on the device. */
const approverOf = (
  { server: { services }, actor, claims, ip: address, pinSession }: FastifyRequest,
  body: PinOfApprover,
): Promise<Actor> => {
  const session = {
    user_id: claims.sub,
    session_id: claims.sid,
    address,
    pin_merchant_id: pinSession?.merchant_id ?? null,
    pin_device_id: pinSession?.device_id ?? null,
  };
  return identifyApprover(services, { actor, session, now: services.clock.now() }, body);
};

/** Approvals of other persons for single requests. */
export async function approvalRoutes(app: App): Promise<void> {
  const { clock } = app.services;

  app.post(
    '/approvals',
    {
      config: { permission: 'approvals:write', share: 'selling' },
      schema: {
        operationId: 'requestApproval',
        summary: 'Request an approval for one request',
        description:
          'After the approval, send that request with its id in the header `Approval-Id`, by the same person and with the same body.',
        tags,
        body: approvalBody,
        response: replies({ 201: success(approval) }),
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toApproval(await requestApproval(tx, ctx, request.body)))),
      ),
  );

  app.get(
    '/approvals',
    {
      config: { permission: 'approvals:read', share: 'selling' },
      schema: {
        operationId: 'listApprovals',
        summary: 'List approvals, newest first',
        description: 'Contains what the caller requested, and what the caller’s role may decide in their branches.',
        tags,
        querystring: approvalQuery,
        response: replies({ 200: page(approval) }),
      },
    },
    async ({ actor, db, query }) => {
      const now = clock.now();
      const { state, mine = false } = query;
      const filter = { visible: visibleTo(actor), mine, now, ...(state && { state }) };
      const { rows, count, keys } = approvalList(db, filter);
      const list = { count, order: readSort(query.sort, keys, '-created_at'), paging: query };
      return paged(await listPage(db, rows, list), query, (row: ApprovalRow) => toApproval(asOf(row, now)));
    },
  );

  app.get(
    '/approvals/:id',
    {
      config: { permission: 'approvals:read', share: 'selling' },
      schema: {
        operationId: 'getApproval',
        summary: 'Get an approval',
        tags,
        params: idParam,
        response: replies({ 200: success(approval) }),
      },
    },
    async ({ actor, db, params }) => data(toApproval(await getApproval(db, { actor, now: clock.now() }, params.id))),
  );

  app.post(
    '/approvals/:id/approve',
    {
      config: { permission: 'approvals:write', isPersonal: true },
      schema: {
        operationId: 'approveApproval',
        summary: 'Approve what another person requested',
        tags,
        params: idParam,
        body: decisionBody,
        response: replies({ 200: success(approval) }),
      },
    },
    async (request, reply) => {
      const actor = await approverOf(request, request.body);
      const decision = { id: request.params.id, state: 'approved', reason: null } as const;
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toApproval(await decideApproval(tx, { ...ctx, actor }, decision)))),
      );
    },
  );

  app.post(
    '/approvals/:id/deny',
    {
      config: { permission: 'approvals:write', isPersonal: true },
      schema: {
        operationId: 'denyApproval',
        summary: 'Deny what another person requested',
        tags,
        params: idParam,
        body: denialBody,
        response: replies({ 200: success(approval) }),
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const actor = await approverOf(request, body);
      const decision = { id: params.id, state: 'denied', reason: body.reason ?? null } as const;
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toApproval(await decideApproval(tx, { ...ctx, actor }, decision)))),
      );
    },
  );
}
