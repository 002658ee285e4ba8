import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { data, message, page, replies, success } from '../../http/envelope.ts';
import { idParam } from '../../http/fields.ts';
import { act, created, ok } from '../../http/idempotency.ts';
import { containing, listPage, paged, readSort } from '../../http/paging.ts';
import { changeColleague } from './change-colleague.ts';
import { getColleague } from './get-colleague.ts';
import { inviteColleague, prepareInvitation } from './invite-colleague.ts';
import { staffList } from './queries.ts';
import { colleague, colleagueBody, invitationBody, invited, staffQuery, toColleague } from './schemas.ts';

const tags = ['Staff'];
const mayRead = { permission: 'staff:read' } as const;
const mayWrite = { permission: 'staff:write' } as const;

/** What somebody may do changes at once on this machine, and within a second on others. */
const forgettingMembers = ({ server, actor }: FastifyRequest) => ({
  afterCommit: () => server.authentication.forgetMerchant(actor.merchant.id),
});

export async function staffRoutes(app: App): Promise<void> {
  readRoutes(app);
  inviteRoute(app);
  changeRoute(app);
  endAndBackRoutes(app);
}

function readRoutes(app: App): void {
  app.get(
    '/staff',
    {
      config: mayRead,
      schema: {
        operationId: 'listStaff',
        summary: 'Who works here, and who did',
        tags,
        querystring: staffQuery,
        response: replies({ 200: page(colleague) }),
      },
    },
    async ({ db, query }) => {
      const { search, role, status } = query;
      const { rows, count, keys } = staffList(db, {
        ...(role && { role }),
        ...(status && { status }),
        ...(search && { pattern: containing(search) }),
      });
      return paged(await listPage(db, rows, { count, order: readSort(query.sort, keys, 'name'), paging: query }), query, toColleague);
    },
  );

  app.get(
    '/staff/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getColleague',
        summary: 'One of the staff',
        tags,
        params: idParam,
        response: replies({ 200: success(colleague) }),
      },
    },
    async ({ db, params }) => data(toColleague(await getColleague(db, params.id))),
  );
}

function inviteRoute(app: App): void {
  app.post(
    '/staff',
    {
      config: mayWrite,
      schema: {
        operationId: 'inviteColleague',
        summary: 'Take somebody on',
        tags,
        body: invitationBody,
        response: replies({ 201: success(invited) }),
      },
    },
    async (request, reply) => {
      const invitation = await prepareInvitation(request.body, app.house.config);
      return act(
        request,
        reply,
        async (tx, deed) => {
          const { existing_account, ...row } = await inviteColleague(tx, deed, invitation);
          return created(data({ ...toColleague(row), existing_account }));
        },
        forgettingMembers(request),
      );
    },
  );
}

function changeRoute(app: App): void {
  app.put(
    '/staff/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'updateColleague',
        summary: 'Change what is given of somebody’s place here',
        tags,
        params: idParam,
        body: colleagueBody,
        response: replies({ 200: success(colleague) }),
      },
    },
    async (request, reply) => {
      const change = { ...request.body, ...request.params };
      return act(
        request,
        reply,
        async (tx, deed) => ok(data(toColleague(await changeColleague(tx, deed, change)))),
        forgettingMembers(request),
      );
    },
  );
}

function endAndBackRoutes(app: App): void {
  app.delete(
    '/staff/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'deactivateColleague',
        summary: 'End somebody’s access to this merchant',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      act(
        request,
        reply,
        async (tx, deed) => {
          const { name } = await changeColleague(tx, deed, { ...request.params, is_active: false });
          return ok({ success: true, message: `${name} no longer works here` });
        },
        forgettingMembers(request),
      ),
  );

  app.post(
    '/staff/:id/reactivate',
    {
      config: mayWrite,
      schema: {
        operationId: 'reactivateColleague',
        summary: 'Let somebody back in',
        tags,
        params: idParam,
        response: replies({ 200: success(colleague) }),
      },
    },
    async (request, reply) =>
      act(
        request,
        reply,
        async (tx, deed) => ok(data(toColleague(await changeColleague(tx, deed, { ...request.params, is_active: true })))),
        forgettingMembers(request),
      ),
  );
}
