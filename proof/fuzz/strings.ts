import { formOf } from '../../test/form.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import type { Random } from '../random.ts';
import { hostileTexts } from './hostile.ts';
import type { Operation } from './operations.ts';
import { kindOf, type Request } from './requests.ts';

/** One request that writes a text. The mark at its end identifies the text when it is read. */
interface TextWrite {
  operation: string;
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** Requests that write the text into every text field of the API. */
function writesOf({ ids }: MerchantFixture, text: string, mark: string): TextWrite[] {
  const write = (operation: string, method: string, path: string, body: Record<string, unknown>): TextWrite => ({
    operation,
    method,
    path,
    body,
  });
  const product = {
    sku: `S-${text}`,
    name: text,
    description: text,
    category: text,
    unit: text.slice(0, 50),
    barcode: text,
    price: 3,
    stock: 5,
  };
  return [
    write('createProduct', 'POST', '/products', product),
    write('updateProduct', 'PUT', `/products/${ids.product}`, { name: text, description: text, unit: text }),
    write('createVariant', 'POST', `/products/${ids.product}/variants`, { name: text, sku: `V-${text}`, price: 4 }),
    write('createRecord', 'POST', '/inventory', { name: text, sku: `R-${text}`, price: 3, stock: 1, category: text }),
    write('patchRecord', 'PATCH', `/inventory/${ids.product}`, { name: text, category: text }),
    write('createCategory', 'POST', '/categories', { name: text }),
    write('createCustomer', 'POST', '/customers', { name: text, address: text, phone: '+49 30 123456' }),
    write('updateCustomer', 'PUT', `/customers/${ids.customer}`, { name: text, address: text }),
    write('createBranch', 'POST', '/branches', { name: text, address: text }),
    write('updateBranch', 'PUT', `/branches/${ids.branch}`, { name: text, address: text }),
    write('createWarehouse', 'POST', '/warehouses', { name: text, branch_id: ids.branch }),
    write('updateMerchant', 'PUT', '/merchant', { name: text }),
    write('updateColleague', 'PUT', `/staff/${ids.staff}`, { name: text }),
    write('inviteColleague', 'POST', '/staff', { name: text, email: `${mark}@example.com`, role: 'viewer' }),
    write('createTransaction', 'POST', '/transactions', {
      items: [{ product_id: ids.product, quantity: 1 }],
      payments: [{ method: 'card', amount: 10, reference: text }],
      customer_id: ids.customer,
      note: text,
    }),
    write('refundTransaction', 'POST', `/transactions/${ids.sale}/refund`, { amount: 0.01, reason: text }),
    write('adjustStock', 'POST', '/inventory/adjustment', {
      product_id: ids.product,
      quantity: 1,
      type: 'in',
      reason: text,
      reference: text,
    }),
    write('correctPoints', 'POST', `/customers/${ids.customer}/loyalty/corrections`, { points: 1, reason: text }),
    write('registerDevice', 'POST', '/auth/register-device', { token: `d-${text}`, platform: 'ios', name: text }),
    write('updateWebhook', 'PUT', `/webhooks/${ids.webhook}`, { description: text }),
    write('register', 'POST', '/auth/register', {
      email: `r-${mark}@example.com`,
      password: 'long enough to be',
      name: text,
      merchant_name: text,
    }),
  ];
}

/** Requests that write a hostile text into every text field, and the mark of that text. */
export async function writeHostile(
  fixture: MerchantFixture,
  random: Random,
  serial: number,
): Promise<{ text: string; mark: string; requests: Request[] }> {
  const mark = `mark${serial}e`;
  const text = random.oneOf(hostileTexts) + mark;
  const headers = { 'content-type': 'application/json', ...fixture.owner.caller.headers };
  const requests = writesOf(fixture, text, mark).map(
    ({ operation, method, path, body }): Request => ({
      operation,
      method,
      url: `/api/v1${path}`,
      headers,
      payload: JSON.stringify(body),
    }),
  );
  // A file in UTF-8 cannot contain half of a surrogate pair.
  if (!text.isWellFormed()) return { text, mark, requests };
  const cell = text.replaceAll('"', '""');
  const form = await formOf(`sku,name,price,category\n"I-${cell}","${cell}",3,"${cell}"\n`);
  requests.push({
    operation: 'importRecords',
    method: 'POST',
    url: '/api/v1/inventory/import',
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  });
  return { text, mark, requests };
}

const more: Record<string, string> = {
  reportSales: 'start_date=2026-01-01&end_date=2026-12-31',
  exportRecords: 'format=csv',
  listInventory: 'view=records',
};

/** Requests that read everything. */
export function readAll(fixture: MerchantFixture, operations: readonly Operation[]): Request[] {
  return operations
    .filter(({ method, id }) => method === 'GET' && id !== 'streamEvents')
    .map((operation): Request => {
      const kind = kindOf(operation);
      const { fields, id, path } = operation;
      const query = [more[id], ...(fields.some(({ name }) => name === 'limit') ? ['limit=100'] : [])].filter(
        (part) => part !== undefined,
      );
      const url = `${path.replace('{id}', kind === undefined ? '' : fixture.ids[kind])}${query.length === 0 ? '' : `?${query.join('&')}`}`;
      return { operation: id, method: 'GET', url, headers: { ...fixture.owner.caller.headers } };
    });
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
};

/** True if a text was read as written. Trimming, lower case, a cut to 50 characters, and the prefix of unique fields are allowed. */
const isAsWritten = (found: string, text: string): boolean =>
  [text, text.trim(), text.toLowerCase(), text.slice(0, 50).trim()].some(
    (whole) => found === whole || (/^[SVRId]-/.test(found) && found.slice(2).trim() === whole),
  );

/** These show a variant as `product - variant`. */
const withVariantNames = [
  'reportInventory',
  'listMovements',
  'getDashboardSummary',
  'reportSales',
  'reportSalesByProduct',
];
const partsOf = (operation: string, found: string): string[] =>
  withVariantNames.includes(operation) ? found.split(' - ') : [found];

/** The texts with this mark that differ from the written text. */
export function changesIn(
  answer: { operation: string; type: string; body: string },
  { text, mark }: { text: string; mark: string },
): { seen: number; changed: string[] } {
  if (!/^application\/(x-nd)?json/.test(answer.type)) {
    // A file may put an apostrophe before the text, so that it is no formula.
    const isUnchanged = !answer.body.includes(mark) || answer.body.includes(text.trim().replaceAll('"', '""'));
    return {
      seen: answer.body.includes(mark) ? 1 : 0,
      changed: isUnchanged ? [] : [`a file contains ${JSON.stringify(answer.body.slice(0, 300))}`],
    };
  }
  const documents = answer.type.startsWith('application/json') ? [answer.body] : answer.body.trimEnd().split('\n');
  const texts = documents.flatMap((one) => stringsIn(JSON.parse(one))).flatMap((one) => partsOf(answer.operation, one));
  const found = texts.filter((one) => one.includes(mark) && !one.includes('@example.com'));
  return { seen: found.length, changed: found.filter((one) => !isAsWritten(one, text)) };
}
