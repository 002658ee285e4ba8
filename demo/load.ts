import { readXlsx } from 'hucre/xlsx';
import type { Client } from './client.ts';
import type { Sample } from './sample.ts';

export type Progress = (what: string, done: number, total: number) => void;

export const demoPassword = 'demo shop password';

/** Registers a merchant, and signs the client in as its owner. @returns the owner's e-mail address */
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
 * Records the day of the sample as if it had been yesterday: products and stock as one file, customers, then the invoices
 * in their order, then the returns. A return is a refund if its sale is in the file, and a stock adjustment if not.
 */
export async function recordSample(client: Client, sample: Sample, progress: Progress): Promise<void> {
  const products = await importCatalogue(client, sample.products, progress);
  const customers = await recordEach(sample.customers, 'customers', progress, async ({ number, country }) => {
    const answer = await client.post('/customers', { name: `Customer ${number}`, address: country });
    return [number, answer.data.id as string] as const;
  });
  const day = yesterdayInLondon();
  const sales = await recordEach(sample.sales, 'sales', progress, async (invoice) => {
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
  await recordEach(sample.returns, 'returns', progress, async ({ number, line, original }) => {
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

/** Imports the catalogue as a CSV file. @returns the ids by SKU */
async function importCatalogue(
  client: Client,
  products: Sample['products'],
  progress: Progress,
): Promise<Map<string, string>> {
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
    throw new Error(`${answer.failed} rows of the catalogue were rejected: ${JSON.stringify(answer.errors)}`);
  progress('products', answer.success, products.length);
  const ids = new Map<string, string>();
  for (let page = 1; ids.size < products.length; page += 1) {
    const { data } = await client.get(`/products?limit=100&sort=sku&page=${page}`);
    if (data.length === 0) throw new Error(`found only ${ids.size} of ${products.length} products`);
    for (const { sku, id } of data) ids.set(sku, id);
  }
  return ids;
}

/** Records items one after another, because the order of sales matters. @returns the ids by name */
async function recordEach<Item>(
  items: readonly Item[],
  what: string,
  progress: Progress,
  work: (item: Item) => Promise<readonly [string, string]>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [index, item] of items.entries()) {
    const [name, id] = await work(item);
    ids.set(name, id);
    progress(what, index + 1, items.length);
  }
  return ids;
}

const today = () => Temporal.Now.zonedDateTimeISO('Europe/London').toPlainDate();
const yesterdayInLondon = () => today().subtract({ days: 1 }).toString();

// A day more at both ends, in case the demo runs across midnight.
const days = () => ({
  start_date: today().subtract({ days: 2 }).toString(),
  end_date: today().add({ days: 1 }).toString(),
});

/** The report of all recorded days: sales count yesterday, and refunds today. */
export async function readReport(client: Client) {
  return (await client.get(`/reports/sales?${new URLSearchParams(days())}&group_by=day`)).data;
}

/** Exports the same report as a workbook. @returns the sum of its total sales, in pence */
export async function readReportFile(client: Client): Promise<number> {
  const { data } = await client.post('/reports/export', { report_type: 'sales', format: 'xlsx', ...days() });
  const { sheets } = await readXlsx(await client.download(data.download_url));
  const [headings = [], ...rows] = sheets[0]?.rows ?? [];
  const at = headings.indexOf('total_sales');
  return rows.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0);
}
