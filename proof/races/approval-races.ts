import assert from 'node:assert/strict';
import type { Reply } from '../../test/caller.ts';
import { ok } from '../shop.ts';
import { type Race, type RaceContext, sell, successes, times } from './races.ts';
import { openShift } from './register-races.ts';

type Rule = { action: string; above_amount?: number; above_percent?: number };

/** Other races have no rules. */
async function withRule({ shop }: RaceContext, rule: Rule, work: () => Promise<void>): Promise<void> {
  ok(await shop.owner.put('/merchant', { approval_rules: [rule] }));
  try {
    await work();
  } finally {
    ok(await shop.owner.put('/merchant', { approval_rules: [] }));
  }
}

const stateOf = async ({ shop }: RaceContext, id: string): Promise<string> =>
  ok(await shop.owner.get(`/approvals/${id}`)).data.state;

/** The successful responses. The others may have one of these error codes. */
function allowed(answers: readonly Reply[], codes: readonly string[]): Reply[] {
  for (const { status, body, text } of answers) assert.ok(status < 300 || codes.includes(body?.error?.code), text);
  return answers.filter(({ status }) => status < 300);
}

/** A payment out of a drawer that needs an approval, which is requested. */
async function requestPaidOut(context: RaceContext) {
  const { owner, cashier } = context.shop;
  const { path } = await openShift(context, 100);
  const body = { type: 'paid_out', amount: 20, reason: 'Window cleaner' };
  const act = { action: 'paid_out', method: 'POST', path: `${path}/movements`, body };
  const id = ok(await cashier.post('/approvals', act)).data.id as string;
  return {
    id,
    use: () => cashier.with({ 'approval-id': id }).post(act.path, body),
    countPaidOut: async (): Promise<number> =>
      ok(await owner.get(`${path}/movements`)).data.filter((row: { type: string }) => row.type === 'paid_out').length,
  };
}

/** An approval is decided once, and used once or, if it was denied, never. */
const decidedAndUsed: Race = (context) =>
  withRule(context, { action: 'paid_out', above_amount: 5 }, async () => {
    const { owner, manager } = context.shop;
    const { id, use, countPaidOut } = await requestPaidOut(context);
    const decide = (index: number) => () =>
      context.random.oneOf([owner, manager]).post(`/approvals/${id}/${index % 2 === 0 ? 'approve' : 'deny'}`, {});
    const answers = await context.sendAll(times(16, (index) => (index < 8 ? decide(index) : use)));
    const decisions = successes(answers.slice(0, 8), 'INVALID_STATE').map((answer) => answer.body.data.state);
    assert.equal(decisions.length, 1, 'decisions');
    const early = allowed(answers.slice(8), ['APPROVAL_REQUIRED', 'APPROVAL_INVALID']).length;
    const late = successes(await context.sendAll(times(6, () => use)), 'APPROVAL_INVALID').length;
    const isApproved = decisions[0] === 'approved';
    assert.equal(early + late, isApproved ? 1 : 0, 'uses of the approval');
    assert.equal(await stateOf(context, id), isApproved ? 'consumed' : 'denied');
    assert.equal(await countPaidOut(), early + late, 'movements');
  });

/** An approval that everybody uses at once is used once. Whether one is approved at all is left to chance above. */
const usedOnce: Race = (context) =>
  withRule(context, { action: 'paid_out', above_amount: 5 }, async () => {
    const { id, use, countPaidOut } = await requestPaidOut(context);
    ok(await context.shop.manager.post(`/approvals/${id}/approve`, {}));
    const used = successes(await context.sendAll(times(8, () => use)), 'APPROVAL_INVALID').length;
    assert.deepEqual([used, await countPaidOut()], [1, 1], 'uses of the approval');
    assert.equal(await stateOf(context, id), 'consumed');
  });

/** A parked sale gets the approved discount only with its approval, whatever else edits and completes it meanwhile. */
const againstEdits: Race = (context) =>
  withRule(context, { action: 'discount', above_percent: 20 }, async () => {
    const { owner, manager, cashier } = context.shop;
    const product_id = await context.createProduct({ price: 10, stock: 10 });
    const parked = await sell(cashier, [{ product_id, quantity: 1 }], { status: 'pending', payment_method: undefined });
    const path = `/transactions/${ok(parked).data.id}`;
    const body = { items: [{ product_id, quantity: 1, discount: 6 }] };
    const id = ok(await cashier.post('/approvals', { action: 'discount', method: 'PUT', path, body })).data
      .id as string;
    ok(await manager.post(`/approvals/${id}/approve`, {}));
    const editWithApproval = () => cashier.with({ 'approval-id': id }).put(path, body);
    const edit = () => cashier.put(path, { items: [{ product_id, quantity: 2 }] });
    const complete = () => cashier.post(`${path}/complete`, { payment_method: 'cash' });
    const kinds = [editWithApproval, editWithApproval, edit, edit, editWithApproval, complete];
    const answers = await context.sendAll(times(12, (index) => kinds[index % kinds.length] ?? edit));
    const isWithApproval = (_: Reply, index: number) => kinds[index % kinds.length] === editWithApproval;
    const used = allowed(answers.filter(isWithApproval), ['APPROVAL_INVALID', 'INVALID_STATE']).length;
    successes(
      answers.filter((answer, index) => !isWithApproval(answer, index)),
      'INVALID_STATE',
    );
    assert.ok(used <= 1, 'edits with the approval');
    assert.equal(await stateOf(context, id), used === 1 ? 'consumed' : 'approved');
    const { data } = ok(await owner.get(path));
    assert.deepEqual(
      [data.status, [10, 20, ...(used === 1 ? [4] : [])].includes(data.total_amount)],
      ['completed', true],
    );
    const paid = data.payments.map(({ amount }: { amount: number }) => amount);
    assert.deepEqual(paid, [data.total_amount], 'paid in cash');
    const { data: product } = ok(await owner.get(`/products/${product_id}`));
    assert.equal(product.stock, data.total_amount === 20 ? 8 : 9, 'units left');
  });

export const approvalRaces = {
  approvals: decidedAndUsed,
  'uses of an approval': usedOnce,
  'approval against edits': againstEdits,
} satisfies Record<string, Race>;
