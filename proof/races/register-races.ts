import assert from 'node:assert/strict';
import type { Reply } from '../../test/caller.ts';
import { ok } from '../shop.ts';
import { type Race, type RaceContext, sell, successes, times } from './races.ts';

interface Amount {
  method: string;
  amount: number;
}

const cashIn = (amounts: readonly Amount[]) => amounts.find(({ method }) => method === 'cash')?.amount ?? 0;
const count = { counted: [{ method: 'cash', amount: 0 }] };

async function createRegister({ shop }: RaceContext): Promise<string> {
  const body = { name: `Register ${crypto.randomUUID()}`, branch_id: shop.branches[0] };
  return ok(await shop.owner.post('/registers', body)).data.id;
}

/** Opens the shift of a new register. */
export async function openShift(
  context: RaceContext,
  counted_float: number,
): Promise<{ path: string; register_id: string }> {
  const register_id = await createRegister(context);
  const opened = await context.shop.owner.post('/shifts', { register_id, counted_float });
  return { path: `/shifts/${ok(opened).data.id}`, register_id };
}

const idOf = ({ body }: Reply): string => body.data.id;

/** One of several shifts is opened; each sale is in it and counted, or rejected; one closure is written. */
const shifts: Race = async (context) => {
  const { owner } = context.shop;
  const register_id = await createRegister(context);
  const product_id = await context.createProduct({ track_stock: false, price: 3 });
  const open = () => context.anyCaller().post('/shifts', { register_id, counted_float: 10 });
  const [opened, ...others] = successes(await context.sendAll(times(8, () => open)), 'INVALID_STATE');
  assert.ok(opened !== undefined && others.length === 0, 'shifts opened');
  const path = `/shifts/${idOf(opened)}`;

  const movement = { type: 'paid_in', amount: 2, reason: 'coins' };
  const answers = await context.sendAll([
    ...times(10, () => () => sell(context.anyCaller(), [{ product_id, quantity: 1 }], { register_id })),
    ...times(6, () => () => context.anyCaller().post(`${path}/movements`, movement)),
    ...times(3, () => () => context.anyCaller().post(`${path}/count`, count)),
    ...times(10, () => () => sell(context.anyCaller(), [{ product_id, quantity: 1 }], { register_id })),
  ]);
  const isSale = (_: Reply, index: number) => index < 10 || index >= 19;
  const sold = successes(answers.filter(isSale), 'INVALID_STATE').length;
  const moved = successes(answers.slice(10, 16), 'INVALID_STATE').length;
  const [counted, ...again] = successes(answers.slice(16, 19), 'INVALID_STATE');
  assert.ok(counted !== undefined && again.length === 0, 'counts');
  assert.equal(cashIn(counted.body.data.expected), 10 + 3 * sold + 2 * moved, 'expected cash');

  const close = () => context.anyCaller().post(`${path}/close`, {});
  const [closed, ...more] = successes(await context.sendAll(times(6, () => close)), 'INVALID_STATE');
  assert.ok(closed !== undefined && more.length === 0, 'closures');
  assert.equal(cashIn(closed.body.data.expected), cashIn(counted.body.data.expected), 'cash of the closure');
  assert.equal(ok(await owner.get(`/closures?register_id=${register_id}`)).meta.total, 1, 'closures listed');
};

/** Refunds and voids at another register while it is counted belong to its shift, or are rejected. */
const paidBack: Race = async (context) => {
  const { owner } = context.shop;
  const product_id = await context.createProduct({ track_stock: false, price: 3 });
  const sales = await Promise.all(
    times(12, async () => ok(await sell(owner, [{ product_id, quantity: 1 }])).data.id as string),
  );
  const { path, register_id } = await openShift(context, 100);
  const answers = await context.sendAll([
    ...sales.map((id, index) => () => {
      const action = index % 2 === 0 ? 'refund' : 'void';
      return owner.post(`/transactions/${id}/${action}`, { register_id });
    }),
    () => owner.post(`${path}/count`, count),
  ]);
  const paid = successes(answers.slice(0, 12), 'INVALID_STATE').length;
  const expected = ok(answers[12] as Reply).data.expected as Amount[];
  assert.equal(cashIn(expected), 100 - 3 * paid, 'cash after refunds and voids');
};

export const registerRaces = { shifts, 'paid back': paidBack } satisfies Record<string, Race>;
