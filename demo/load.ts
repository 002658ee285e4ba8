import type { Client } from './client.ts';
import type { Sample } from './sample.ts';

export type Progress = (what: string, done: number, total: number) => void;

export const demoPassword = 'demo shop password';

/** A shop for the sample, and its owner signed in. @returns the e-mail to sign in with */
export async function openShop(client: Client): Promise<string> {
  const email = `demo-${Date.now()}@example.com`;
  await client.post('/auth/register', {
    email,
    password: demoPassword,
    name: 'Demo Owner',
    merchant_name: 'Giftware of London',
    currency: 'GBP',
    timezone: 'Europe/London',
  });
  await client.signIn({ email, password: demoPassword });
  return email;
}

const pounds = (pence: number) => Number(`${Math.trunc(pence / 100)}.${String(pence % 100).padStart(2, '0')}`);

/**
 * Plays the sample's day as if it had been yesterday: its products with their stock, its customers, its invoices in their order,
 * and what came back: as refunds where the sale is in the file, as stock put back by hand where it is not.
 */
export async function playSample(client: Client, sample: Sample, progress: Progress): Promise<void> {
  const products = await enter(sample.products, 'products', progress, async ({ sku, name, price_pence, sold }) => {
    const answer = await client.post('/products', { sku, name, price: pounds(price_pence), stock: sold + 10, category: 'Giftware' });
    return [sku, answer.data.id as string] as const;
  });
  const customers = await enter(sample.customers, 'customers', progress, async ({ number, country }) => {
    const answer = await client.post('/customers', { name: `Customer ${number}`, address: country });
    return [number, answer.data.id as string] as const;
  });
  const day = yesterdayInLondon();
  const sales = await enter(sample.sales, 'sales', progress, async (invoice) => {
    const answer = await client.post('/transactions', {
      items: invoice.lines.map((line) => ({
        product_id: products.get(line.sku),
        quantity: line.quantity,
        price: pounds(line.price_pence),
      })),
      payment_method: invoice.customer === undefined ? 'cash' : 'card',
      ...(invoice.customer === undefined ? {} : { customer_id: customers.get(invoice.customer) }),
      occurred_at: Temporal.PlainDateTime.from(`${day}T${invoice.time}`).toZonedDateTime('Europe/London').toInstant().toString(),
      note: `Invoice ${invoice.number}`,
    });
    return [invoice.number, answer.data.id as string] as const;
  });
  await enter(sample.returns, 'returns', progress, async ({ number, line, original }) => {
    const product_id = products.get(line.sku);
    if (original === undefined) {
      await client.post('/inventory/adjustment', {
        product_id,
        quantity: -line.quantity,
        type: 'addition',
        reason: 'Return of an earlier sale',
        reference: number,
      });
    } else {
      await client.post(`/transactions/${sales.get(original.number)}/refund`, {
        items: [{ product_id, quantity: -line.quantity }],
        reason: number,
      });
    }
    return [number, number] as const;
  });
}

/** One after another, as a till would; the order of sales is part of what is shown. */
async function enter<Item>(
  items: readonly Item[],
  what: string,
  progress: Progress,
  work: (item: Item) => Promise<readonly [string, string]>,
): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const [index, item] of items.entries()) {
    const [name, id] = await work(item);
    made.set(name, id);
    progress(what, index + 1, items.length);
  }
  return made;
}

const today = () => Temporal.Now.zonedDateTimeISO('Europe/London').toPlainDate();
const yesterdayInLondon = () => today().subtract({ days: 1 }).toString();

/** Sales count yesterday, refunds today: the report over both days is the sample's. */
export async function readReport(client: Client) {
  // One day earlier and later too, in case the demo ran across midnight.
  const range = `start_date=${today().subtract({ days: 2 })}&end_date=${today().add({ days: 1 })}`;
  return (await client.get(`/reports/sales?${range}&group_by=day`)).data;
}
