import { model, tenants, tests } from './checks.ts';
import type { Fault } from './fault.ts';

const leak = /AssertionError.*seed 1:/s;

/** Faults of authentication, permissions and isolation. */
export const accessFaults: readonly Fault[] = [
  {
    name: 'filter-missing',
    in: 'listSellables',
    find: '    where p.merchant_id = ${db.merchant_id} and p.id = any(${ids}::uuid[])\n',
    put: '    where p.id = any(${ids}::uuid[])\n',
    breaks: 'Products of a sale are looked up without a filter by merchant',
    by: tenants(6_000),
    says: leak,
  },
  {
    name: 'bound-to-first-merchant',
    in: 'bind',
    find: 'if (boundTo.get(client) === merchant_id) return;',
    put: 'if (boundTo.has(client)) return;',
    breaks: 'A connection stays bound to its first merchant',
    by: model(),
    says: /AssertionError/,
  },
  {
    name: 'pin-lock-ignored',
    in: 'countAtDevice',
    find: 'where f.failures < ${lockAfter}::int or f.next_at',
    put: 'where true or f.next_at',
    breaks: 'PINs can be guessed at a device without end',
    by: tests('server/src/features/auth/pins/pad-lock.test.ts'),
    says: /five wrong PINs lock the device|of fifty concurrent guesses/,
  },
  {
    name: 'session-end-ignored',
    in: 'findSession',
    find: 'where s.id = ${session_id} and s.ended_at is null and s.expires_at > ${now}\n',
    put: 'where s.id = ${session_id} and s.expires_at > ${now}\n',
    breaks: 'A token still works after its session has ended',
    by: tests('test/interface/authentication.test.ts'),
    says: /✖ ends the session at sign-out/,
  },
  {
    name: 'signature-not-checked',
    in: 'verifyToken',
    find: 'request.server.jwt.verify<Partial<Claims>>(token)',
    put: '(request.server.jwt.decode<Partial<Claims>>(token) ?? {})',
    breaks: 'A token is accepted with a wrong signature, or without one (`alg: none`)',
    by: tenants(),
    says: /The session has ended/,
  },
  {
    name: 'other-branch-seen',
    in: 'getSale',
    find: ' || !isWithin(actor.branch_ids, sale.branch_id)',
    put: '',
    breaks: 'A user limited to a branch reads and refunds sales of another',
    by: model(),
    says: /service and model differ/,
  },
  {
    name: 'approval-used-twice',
    in: 'lockPresented',
    find: "  if (state === 'consumed') throw approvalInvalid(usedApproval);\n",
    put: '',
    breaks: 'An approval can be used twice at the same time',
    by: tests('server/src/features/approvals/use-approval.test.ts'),
    says: /✖ of uses at the same time, one succeeds/,
  },
  {
    name: 'costs-shown',
    in: 'toProduct',
    find: "can(actor, 'costs:read') ? { ...shown, cost } : shown",
    put: "can(actor, 'catalogue:read') ? { ...shown, cost } : shown",
    breaks: 'A cashier sees costs',
    by: tests('test/conventions/costs.test.ts'),
    says: /✖ no response to a cashier contains a cost or margin/,
  },
  {
    name: 'bodies-logged',
    in: 'buildApp',
    find: 'method: request.method,',
    put: 'method: request.method, body: request.body,',
    breaks: 'Passwords, card references and personal data are in the log',
    by: tenants(),
    says: /the log contains/,
  },
];
