import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { listPage, paged, readSort } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { changeRegister, createRegister, getRegister } from './change-registers.ts';
import { registerList } from './register-queries.ts';
import {
  newRegisterBody,
  register,
  registerBody,
  registerQuery,
  toNewRegister,
  toRegister,
  toRegisterChange,
} from './register-schemas.ts';

const tags = ['Registers'];
const mayRead = { permission: 'registers:read' } as const;
const mayWrite = { permission: 'registers:write' } as const;

/** Registers: the cash drawers of branches. */
export async function registerRoutes(app: App): Promise<void> {
  app.get(
    '/registers',
    {
      config: mayRead,
      schema: {
        operationId: 'listRegisters',
        summary: 'List registers',
        tags,
        querystring: registerQuery,
        response: replies({ 200: page(register) }),
      },
    },
    async (request) => {
      const { query, db, actor } = request;
      const branches = requestedBranches(request);
      const { rows, count, keys } = registerList(db, { branches, status: query.status });
      const found = await listPage(db, rows, { count, order: readSort(query.sort, keys, 'name'), paging: query });
      return paged(found, query, (row) => toRegister(row, actor.merchant.currency));
    },
  );

  app.get(
    '/registers/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getRegister',
        summary: 'Get a register',
        tags,
        params: idParam,
        response: replies({ 200: success(register) }),
      },
    },
    async ({ db, actor, params }) =>
      data(toRegister(await getRegister(db, { actor }, params.id), actor.merchant.currency)),
  );

  app.post(
    '/registers',
    {
      config: mayWrite,
      schema: {
        operationId: 'createRegister',
        summary: 'Add a register to a branch',
        tags,
        body: newRegisterBody,
        response: replies({ 201: success(register) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const input = toNewRegister(request.body, currency);
      return runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toRegister(await createRegister(tx, ctx, input), currency))),
      );
    },
  );

  app.put(
    '/registers/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'updateRegister',
        summary: 'Change a register',
        tags,
        params: idParam,
        body: registerBody,
        response: replies({ 200: success(register) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const change = { ...toRegisterChange(request.body, currency), ...request.params };
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toRegister(await changeRegister(tx, ctx, change), currency))),
      );
    },
  );
}
