import { after } from 'node:test';
import { aReceiver, type Receiver } from './receiver.ts';
import { aCustomer, aShop, type Shop } from './shop.ts';
import type { TestApp } from './test-app.ts';

interface Subscription {
  shop: Shop;
  receiver: Receiver;
  id: string;
  secret: string;
}

/** A new shop with a webhook of its customers, and what receives it. */
export async function aSubscription(app: TestApp): Promise<Subscription> {
  const shop = await aShop(app);
  const receiver = await aReceiver();
  after(() => receiver.close());
  const answer = await shop.owner.post('/webhooks', { url: receiver.url, types: ['customer.*'] });
  return { shop, receiver, ...answer.body.data };
}

export async function createCustomers(shop: Shop, names: readonly string[]): Promise<void> {
  for (const name of names) await aCustomer(shop, { name });
}
