import type { MerchantFixture } from '../merchant-fixture.ts';
import type { Kind } from '../merchant-records.ts';

/** Restores settings and records that requests may have changed, so that later requests can succeed. */
async function restore({ owner: { caller }, ids, create }: MerchantFixture): Promise<void> {
  await caller.patch('/merchant', { allow_negative_stock: true, currency: 'USD', point_value: 0.01, tax_mode: 'none' });
  const { status, text, body } = await caller.get('/webhooks');
  if (status !== 200) throw new Error(`the webhooks cannot be listed: ${status} ${text}`);
  const hooks = body.data as { id: string }[];
  for (const { id } of hooks) if (id !== ids.webhook && hooks.length > 10) await caller.delete(`/webhooks/${id}`);
  for (const kind of ['product', 'customer', 'branch', 'warehouse', 'register', 'shift'] as const)
    ids[kind] = await create(kind);
  if (!hooks.some(({ id }) => id === ids.webhook)) ids.webhook = await create('webhook');
}

/** Creates one more record, after a restore if requests have made that impossible. */
export async function createAgain(fixture: MerchantFixture, kind: Kind): Promise<string> {
  try {
    return await fixture.create(kind);
  } catch {
    await restore(fixture);
    return fixture.create(kind);
  }
}

const mostUsed: readonly Kind[] = ['product', 'customer', 'sale', 'parked', 'session'];

/** Replaces deleted records, and regularly those that are used most. */
export async function replaceRecords(fixture: MerchantFixture, gone: readonly Kind[], turn: number): Promise<void> {
  const isDue = turn % 150 === 0;
  if (isDue) await restore(fixture);
  for (const kind of new Set([...gone, ...(isDue ? mostUsed : [])]))
    fixture.ids[kind] = await createAgain(fixture, kind);
  if (gone.includes('webhook')) fixture.ids.delivery = await createAgain(fixture, 'delivery');
}
