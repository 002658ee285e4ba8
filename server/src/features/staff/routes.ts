import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { containing, listPage, paged, readSort } from '../../platform/http/paging.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { countAttempt } from '../../platform/limits/attempt-budget.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { changeStaffMember, endSessionsOfMember } from './change-staff.ts';
import { type AssignmentInput, changeErrors } from './check-assignment.ts';
import { getStaffMember } from './get-staff-member.ts';
import { auditTakenPin, preparePinFor, replacePin } from './pin-members.ts';
import { staffList } from './queries.ts';
import { signedOut, staffMember, staffMemberBody, staffQuery, toStaffMember } from './schemas.ts';

const tags = ['Staff'];
const mayRead = { permission: 'staff:read' } as const;
const mayWrite = { permission: 'staff:write' } as const;

/** With this, a change of rights has taken effect in every process when the response leaves. */
const clearCachedMembers = ({ server, actor }: FastifyRequest) => ({
  afterCommit: () => server.authentication.forgetMerchant(actor.merchant.id),
});

export async function staffRoutes(app: App): Promise<void> {
  readRoutes(app);
  changeRoute(app);
  reactivateRoute(app);
  sessionRoute(app);
}

function readRoutes(app: App): void {
  app.get(
    '/staff',
    {
      config: mayRead,
      schema: {
        operationId: 'listStaff',
        summary: 'List the staff: active, former and invited',
        description: 'Users limited to branches see members of these branches, and members without a limit.',
        tags,
        querystring: staffQuery,
        response: replies({ 200: page(staffMember) }),
      },
    },
    async ({ actor, db, query }) => {
      const { search, role, status } = query;
      const { rows, count, keys } = staffList(db, {
        branches: actor.branch_ids,
        ...(role && { role }),
        ...(status && { status }),
        ...(search && { pattern: containing(search) }),
      });
      return paged(
        await listPage(db, rows, { count, order: readSort(query.sort, keys, 'name'), paging: query }),
        query,
        toStaffMember,
      );
    },
  );

  app.get(
    '/staff/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getColleague',
        summary: 'Get a staff member',
        tags,
        params: idParam,
        response: replies({ 200: success(staffMember) }),
      },
    },
    async ({ actor, db, params }) => data(toStaffMember(await getStaffMember(db, params.id, actor.branch_ids))),
  );
}

function changeRoute(app: App): void {
  app.put(
    '/staff/:id',
    {
      config: {
        ...mayWrite,
        checkRules({ actor, db, params }, part) {
          const { id } = params as { id: string };
          return changeErrors(db, { id, limit: actor.branch_ids }, part as AssignmentInput);
        },
      },
      schema: {
        operationId: 'updateColleague',
        summary: 'Change a staff member',
        tags,
        params: idParam,
        body: staffMemberBody,
        response: replies({ 200: success(staffMember) }),
      },
    },
    async (request, reply) => {
      const { pin, ...body } = request.body;
      const { id } = request.params;
      const pin_hash =
        pin === undefined ? undefined : await preparePinFor({ ...app.services, countAttempt }, request, pin);
      let ended: string[] = [];
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          if (pin_hash !== undefined) ended = await replacePin(tx, ctx, { id, pin_hash });
          return ok(data(toStaffMember(await changeStaffMember(tx, ctx, { ...body, id }))));
        },
        {
          async afterCommit() {
            await app.authentication.forget(ended);
            await app.authentication.forgetMerchant(request.actor.merchant.id);
          },
        },
      ).catch((error: unknown) => auditTakenPin(app.services, error, { actor: request.actor, subject_id: id }));
    },
  );
}

function reactivateRoute(app: App): void {
  app.post(
    '/staff/:id/reactivate',
    {
      config: mayWrite,
      schema: {
        operationId: 'reactivateColleague',
        summary: 'Restore a former member',
        tags,
        params: idParam,
        response: replies({ 200: success(staffMember) }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) =>
          ok(data(toStaffMember(await changeStaffMember(tx, ctx, { ...request.params, is_active: true })))),
        clearCachedMembers(request),
      ),
  );
}

function sessionRoute(app: App): void {
  app.post(
    '/staff/:id/end-sessions',
    {
      config: { permission: 'staff:sessions' },
      schema: {
        operationId: 'endColleagueSessions',
        summary: 'End all sessions of a staff member',
        description:
          'Ends all sessions of a current member other than an owner. The member can sign in again with the password.',
        tags,
        params: idParam,
        response: replies({ 200: success(signedOut) }),
      },
    },
    async (request, reply) => {
      let ended: string[] = [];
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const { signed_out, session_ids } = await endSessionsOfMember(tx, ctx, request.params.id);
          ended = session_ids;
          return ok(data(signed_out));
        },
        { afterCommit: () => app.authentication.forget(ended) },
      );
    },
  );
}
