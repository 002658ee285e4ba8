import type { Kind, World } from '../world.ts';

/** Puts in order what requests may have changed, so that the next ones can succeed. */
async function restore({ owner: { caller }, ids, fresh }: World): Promise<void> {
  await caller.patch('/merchant', { allow_negative_stock: true, currency: 'USD', point_value: 0.01, tax_mode: 'none' });
  const hooks = (await caller.get('/webhooks')).body.data as { id: string }[];
  for (const { id } of hooks) if (id !== ids.webhook && hooks.length > 10) await caller.delete(`/webhooks/${id}`);
  for (const kind of ['product', 'customer', 'branch', 'warehouse'] as const) ids[kind] = await fresh(kind);
  if (!hooks.some(({ id }) => id === ids.webhook)) ids.webhook = await fresh('webhook');
}

/** One more of a kind, whatever was done to the shop before. */
export async function renew(world: World, kind: Kind): Promise<string> {
  try {
    return await world.fresh(kind);
  } catch {
    await restore(world);
    return world.fresh(kind);
  }
}

const often: readonly Kind[] = ['product', 'customer', 'sale', 'parked', 'session'];

/** Others in the place of those that are gone, and now and then in the place of those that are used most. */
export async function keepShop(world: World, gone: readonly Kind[], turn: number): Promise<void> {
  const isDue = turn % 150 === 0;
  if (isDue) await restore(world);
  for (const kind of new Set([...gone, ...(isDue ? often : [])])) world.ids[kind] = await renew(world, kind);
  if (gone.includes('webhook')) world.ids.delivery = await renew(world, 'delivery');
}
