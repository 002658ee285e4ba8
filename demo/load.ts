import { readXlsx } from 'hucre/xlsx';
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
 * Plays the sample's day as if it had been yesterday: its products with their stock as one file, its customers, its invoices in their
 * order, and what came back: as refunds where the sale is in the file, as stock put back by hand where it is not.
 */
export async function playSample(client: Client, sample: Sample, progress: Progress): Promise<void> {
  const products = await bringIn(client, sample.products, progress);
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
      occurred_at: Temporal.PlainDateTime.from(`${day}T${invoice.time}`)
        .toZonedDateTime('Europe/London')
        .toInstant()
        .toString(),
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

/** The catalogue as the file that a shop would have of it. @returns the ids by SKU */
async function bringIn(client: Client, products: Sample['products'], progress: Progress): Promise<Map<string, string>> {
  const text = (written: string) => `"${written.replaceAll('"', '""')}"`;
  const rows = products.map(({ sku, name, price_pence, sold }) => [
    text(sku),
    text(name),
    pounds(price_pence),
    sold + 10,
    'Giftware',
  ]);
  const csv = ['sku,name,price,stock,category', ...rows.map((row) => row.join(','))].join('\n');
  const answer = await client.upload('/inventory/import', new File([csv], 'catalogue.csv'));
  if (answer.failed > 0)
    throw new Error(`${answer.failed} rows of the catalogue were refused: ${JSON.stringify(answer.errors)}`);
  progress('products', answer.success, products.length);
  const ids = new Map<string, string>();
  for (let page = 1; ids.size < products.length; page += 1) {
    const { data } = await client.get(`/products?limit=100&sort=sku&page=${page}`);
    if (data.length === 0) throw new Error(`only ${ids.size} products of ${products.length} are there`);
    for (const { sku, id } of data) ids.set(sku, id);
  }
  return ids;
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

// One day earlier and later too, in case the demo ran across midnight.
const days = () => ({
  start_date: today().subtract({ days: 2 }).toString(),
  end_date: today().add({ days: 1 }).toString(),
});

/** Sales count yesterday, refunds today: the report over both days is the sample's. */
export async function readReport(client: Client) {
  return (await client.get(`/reports/sales?${new URLSearchParams(days())}&group_by=day`)).data;
}

/** The same report as a workbook. @returns the sum of its total sales, in pence */
export async function readReportFile(client: Client): Promise<number> {
  const { data } = await client.post('/reports/export', { report_type: 'sales', format: 'xlsx', ...days() });
  const { sheets } = await readXlsx(await client.download(data.download_url));
  const [headings = [], ...rows] = sheets[0]?.rows ?? [];
  const at = headings.indexOf('total_sales');
  return rows.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0);
}
