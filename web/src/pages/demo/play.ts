import { api } from '../../session/api.ts';
import { customers, goods } from './goods.ts';

/** How far one has come, of 1. */
type OnProgress = (part: number) => void;

const days = 14;
/** With everything beside them within what a person may ask for in a minute. */
const sales_at_least = 60;
const opened_at_h = 8;
const open_for_h = 10;
const hour_ms = 3_600_000;

/** The same row of numbers from 0 to 1 in each demo: a linear congruential generator, by the constants of Numerical Recipes. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Prices that look like prices in currencies whose unit is small. */
const scales: Record<string, { by: number; step: number }> = { IDR: { by: 15_000, step: 500 }, JPY: { by: 150, step: 10 } };

export function priceIn(currency: string, dollars: number): number {
  const scale = scales[currency];
  return scale === undefined ? dollars : Math.max(1, Math.round((dollars * scale.by) / scale.step)) * scale.step;
}

/** When something was sold, from the oldest to just now: in the shop's hours, as far as those have passed. */
export function momentsUntil(now: number, chance: () => number): number[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const moments = Array.from({ length: sales_at_least }, (_, at) => {
    const day = midnight - (days - 1 - Math.floor((at * days) / sales_at_least)) * 24 * hour_ms;
    return day + (opened_at_h + chance() * open_for_h) * hour_ms;
  });
  // What would be later today was a moment ago.
  return moments.map((moment) => (moment < now ? moment : now - chance() * hour_ms)).sort((a, b) => a - b);
}

/** Fills the shop of who is signed in: its goods by a file, customers, two weeks of sales, a refund, and what went to waste. */
export async function play(currency: string, onProgress: OnProgress): Promise<void> {
  const chance = chances(2_026);
  await api.importRecords({ body: { file: new File([catalogueIn(currency)], 'catalogue.csv', { type: 'text/csv' }) } });
  onProgress(0.1);
  const ids = new Map((await api.listProducts({ query: { limit: 100 } })).data.map(({ sku, id }) => [sku, id]));
  const known: string[] = [];
  for (const name of customers) known.push((await api.createCustomer({ body: { name } })).data.id);
  const asked = goods.flatMap(([sku, , , , , often]) => Array<string>(often).fill(sku));
  const moments = momentsUntil(Date.now(), chance);
  let last = '';
  for (const [at, moment] of moments.entries()) {
    const skus = new Set(Array.from({ length: 1 + Math.floor(chance() * 4) }, () => asked[Math.floor(chance() * asked.length)] ?? ''));
    const items = [...skus].map((sku) => ({ product_id: ids.get(sku) ?? '', quantity: 1 + Math.floor(chance() ** 3 * 3) }));
    const payment_method = chance() < 0.6 ? ('card' as const) : ('cash' as const);
    const customer = chance() < 0.4 ? known[Math.floor(chance() * known.length)] : undefined;
    const body = { items, payment_method, occurred_at: new Date(moment).toISOString() };
    last = (await api.createTransaction({ body: customer === undefined ? body : { ...body, customer_id: customer } })).data.id;
    onProgress(0.1 + (0.85 * (at + 1)) / moments.length);
  }
  await api.refundTransaction({ path: { id: last }, body: { reason: 'Changed their mind' } });
  const spoiled = { product_id: ids.get('BAK-SOU') ?? '', quantity: 2, type: 'subtraction' as const, reason: 'Unsold at closing time' };
  await api.adjustStock({ body: spoiled });
  onProgress(1);
}

/** Some of it is nearly sold out, so that there is something to order. */
function catalogueIn(currency: string): string {
  const rows = goods.map(([sku, name, category, price, cost, often], at) => {
    const stock = at % 7 === 3 ? often * 4 : often * 20;
    return [sku, `"${name}"`, category, priceIn(currency, price), priceIn(currency, cost), stock, often * 4].join(',');
  });
  return ['sku,name,category,price,cost,stock,min_stock', ...rows].join('\n');
}
