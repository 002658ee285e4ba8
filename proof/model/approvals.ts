import fc from 'fast-check';
import { type Person, people } from '../shop.ts';
import { type Action, hashOf, isApprover, judge, roleOf, shownApproval, unapproved } from './approval-rules.ts';
import {
  anyPerson,
  command,
  type Drawn,
  find,
  money,
  newKey,
  type Reference,
  rarely,
  reference,
} from './arbitraries.ts';
import type { Attempt } from './attempt.ts';
import { isAmount, type Model, toWire } from './model.ts';
import type { Approval, Rule } from './records.ts';

const actions = [
  ...(['refund', 'discount', 'price_override', 'void', 'paid_out', 'no_sale'] as const),
  ...(['stock_adjustment', 'shift_variance'] as const),
];
const withShare: readonly Action[] = ['refund', 'discount', 'price_override'];

type Roles = Rule['exempt_roles'];

/** Without the owner in most rules, because most requests are the owner's. */
const exemptRoles = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Roles>([]) },
  { weight: 3, arbitrary: fc.constant<Roles>(['manager']) },
  { weight: 2, arbitrary: fc.subarray<Roles[number]>(['owner', 'manager', 'cashier']) },
);

const newRules = fc.uniqueArray(
  fc.record({
    action: fc.constantFrom(...actions),
    amount: fc.option(money(2_000), { freq: 1 }),
    ppm: fc.option(fc.constantFrom(0, 100_000, 333_333, 500_000), { freq: 1 }),
    quantity: fc.option(fc.nat({ max: 10 }), { freq: 1 }),
    exempt_roles: exemptRoles,
  }),
  { selector: ({ action }) => action, maxLength: 7, size: 'max' },
);

/** Replaces the rules. Sometimes one action has two, which is wrong. */
const setRulesAs = (by: fc.Arbitrary<Person>, isTwice: fc.Arbitrary<boolean>) =>
  command('set rules', fc.tuple(by, newRules, isTwice), (model, [person, drawn, twice]) => {
    const amountOf = ({ action, amount }: (typeof drawn)[number]) => (action === 'no_sale' ? null : amount);
    const rules = drawn.map((one) => ({
      action: one.action,
      above_amount: amountOf(one),
      above_ppm: withShare.includes(one.action) ? one.ppm : null,
      above_quantity: one.action === 'stock_adjustment' ? one.quantity : null,
      exempt_roles: one.exempt_roles,
    }));
    const approval_rules = rules.map(({ above_amount, above_ppm, ...rule }) => ({
      ...rule,
      above_amount: above_amount === null ? null : toWire(above_amount, model.settings),
      above_percent: above_ppm === null ? null : above_ppm / 10_000,
    }));
    return {
      ...{ person, method: 'put', path: '/merchant' },
      body: { approval_rules: twice ? [...approval_rules, ...approval_rules] : approval_rules },
      errors: [
        person !== 'owner' && 'FORBIDDEN',
        twice && rules.length > 0 && 'VALIDATION_ERROR',
        !rules.every(({ above_amount }) => isAmount(above_amount ?? 0)) && 'VALIDATION_ERROR',
      ],
      apply() {
        model.settings.rules = rules.map(({ above_amount, above_ppm, ...rule }) => ({
          ...rule,
          above_amount: above_amount === null ? null : BigInt(above_amount),
          above_ppm: above_ppm === null ? null : BigInt(above_ppm),
        }));
        return { approval_rules };
      },
    };
  });

export const setRules = setRulesAs(anyPerson, rarely);
export const setFirstRules = setRulesAs(fc.constant('owner'), fc.constant(false));

/** One of the latest acts. Seven of eight are rejected ones, if there are any. */
function findTried({ tried }: Model, which: number) {
  const rejected = tried.filter(({ isRejected }) => isRejected);
  const among = (which % 8 === 0 || rejected.length === 0 ? tried : rejected).slice(-4);
  return among[which % among.length];
}

const reversed = (body: Record<string, unknown>) => Object.fromEntries(Object.entries(body).toReversed());

const asking = fc.record({
  which: fc.nat({ max: 63 }),
  action: fc.nat({ max: 3 }),
  twist: fc.oneof(
    { weight: 9, arbitrary: fc.constant('none' as const) },
    { weight: 3, arbitrary: fc.constantFrom('long path' as const, 'other order' as const) },
    { weight: 1, arbitrary: fc.constantFrom('other action' as const, 'other path' as const) },
  ),
});

/** Requests an approval for an act that was tried, with the same body. */
export const askApproval = command('ask approval', asking, (model, { which, action: nth, twist }) => {
  const act = findTried(model, which);
  const attempt = act?.again();
  // What the specification does not say: whether there is an approval for an act that would be rejected anyway.
  if (attempt === undefined || attempt.errors.some((error) => error !== false)) return undefined;
  const hash = hashOf(attempt);
  if (hash !== act?.hash) return undefined;
  const missing = unapproved(model, attempt);
  const among = missing.length > 0 ? missing : (attempt.acts ?? []);
  const action = among[nth % among.length]?.action;
  if (action === undefined) return undefined;
  const { person, method, path, body = {}, branch = 0 } = attempt;
  const paths = { 'long path': `/api/v1${path}`, 'other path': '/customers' } as Record<string, string>;
  return {
    ...{ person, method: 'post', path: '/approvals', status: 201 },
    body: {
      action: twist === 'other action' ? 'write_off' : action,
      ...{ method: method.toUpperCase(), path: paths[twist] ?? path },
      body: twist === 'other order' ? reversed(body) : body,
    },
    errors: [(twist === 'other action' || twist === 'other path') && 'VALIDATION_ERROR'],
    apply(data) {
      const approval: Approval = {
        ...{ id: data.id, state: 'pending', action, branch, method, path, hash },
        ...{ requester: person, approver: null, again: act.again, key: act.key },
      };
      model.approvals.push(approval);
      return shownApproval(approval);
    },
  };
});

/** An approval in this state, or sometimes another one or none. */
function findApproval(model: Model, wanted: Reference, state: Approval['state']) {
  const { approvals } = model;
  const isLikely = (one: Approval) => one.state === state;
  if (typeof wanted === 'number' && wanted % 12 !== 0 && !approvals.some(isLikely)) return undefined;
  return find(model, 'sale', { among: approvals, wanted, isLikely });
}

export const decideApproval = command(
  'decide approval',
  // Mostly by one of those who may.
  fc.tuple(fc.oneof(fc.constantFrom(...people), fc.nat({ max: 3 }), fc.nat({ max: 3 })), reference, fc.nat({ max: 4 })),
  (model, [by, of, drawn]) => {
    const found = findApproval(model, of, 'pending');
    if (found === undefined) return undefined;
    const { id, record } = found;
    const able = people.filter(
      (one) => record !== undefined && record.requester !== one && isApprover(model, one, record),
    );
    const person = typeof by === 'number' ? (able[by % able.length] ?? 'owner') : by;
    const isDenied = drawn === 4;
    return {
      ...{ person, method: 'post', path: `/approvals/${id}/${isDenied ? 'deny' : 'approve'}` },
      body: isDenied ? { reason: 'not now' } : {},
      errors: [
        record === undefined && 'NOT_FOUND',
        record !== undefined && !able.includes(person) && 'FORBIDDEN',
        record !== undefined && record.state !== 'pending' && 'INVALID_STATE',
      ],
      apply() {
        if (record === undefined) return undefined;
        Object.assign(record, { state: isDenied ? 'denied' : 'approved', approver: person });
        return { ...shownApproval(record), reason: isDenied ? 'not now' : null };
      },
    };
  },
);

const use = fc.record({
  of: reference,
  state: fc.constantFrom(
    ...(['approved', 'approved', 'approved', 'approved', 'approved', 'denied', 'consumed', 'pending'] as const),
  ),
  twist: fc.oneof(
    { weight: 6, arbitrary: fc.constant('none' as const) },
    { weight: 3, arbitrary: fc.constantFrom('other body' as const, 'other act' as const, 'other person' as const) },
  ),
  other: fc.nat({ max: 63 }),
  by: fc.nat({ max: 2 }),
});

/** The request that presents an approval: the approved one, or another one. */
function presented(
  model: Model,
  record: Approval | undefined,
  { twist, other, by }: Drawn<typeof use>,
): Attempt | undefined {
  const act = record === undefined || twist === 'other act' ? findTried(model, other) : record;
  const attempt = act?.again();
  if (attempt === undefined) return undefined;
  if (twist === 'other person')
    return { ...attempt, person: people.filter((one) => one !== attempt.person)[by] ?? 'owner' };
  if (twist !== 'other body') return attempt;
  return { ...attempt, body: { ...attempt.body, [attempt.path === '/transactions' ? 'note' : 'reason']: 'changed' } };
}

/** Sends an act with an approval. Another request, person or state is rejected before anything else. */
export const useApproval = command('use approval', use, (model, drawn) => {
  const found = findApproval(model, drawn.of, drawn.state);
  if (found === undefined) return undefined;
  const { id, record } = found;
  const sent = presented(model, record, drawn);
  if (sent === undefined) return undefined;
  const { acts, again, pinned, apply, ...attempt } = { ...sent, approval: id };
  const isTheirs = record !== undefined && record.requester === sent.person && record.hash === hashOf(sent);
  const rejected = (code: 'APPROVAL_INVALID' | 'APPROVAL_REQUIRED'): Attempt => ({
    ...attempt,
    // A role without any right to the act may hear of that instead.
    errors: [code, sent.person === 'cashier' && isOfStock(sent.path) && 'FORBIDDEN'],
  });
  if (!isTheirs) return rejected('APPROVAL_INVALID');
  if (record.state === 'pending') return rejected('APPROVAL_REQUIRED');
  if (record.state !== 'approved' || record.approver === null) return rejected('APPROVAL_INVALID');
  const { errors } = judge(model, sent, roleOf(record.approver));
  const isFirst = !model.done.some(({ key }) => key === record.key);
  return {
    ...attempt,
    errors,
    // After a rejection, a client sends the same request with the same key.
    ...(attempt.key === undefined ? {} : { key: (isFirst ? record.key : undefined) ?? newKey() }),
    apply(data, answer) {
      const expected = apply?.(data, answer);
      record.state = 'consumed';
      const sale = attempt.path === '/transactions' ? model.sales.at(-1) : undefined;
      if (sale !== undefined) sale.approved = record.action;
      return expected;
    },
  };
});

const isOfStock = (path: string) => path.startsWith('/products/') || path.startsWith('/inventory/');
