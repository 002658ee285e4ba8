import { type Benchmark, type Comparison, type Run, warmUp } from '../benchmark.ts';
import { openBareStatements, type Statement } from '../limits/bare-statements.ts';
import { describeOutcomes } from '../load/describe-outcomes.ts';
import { type Outcome, openLoad, rateOf } from '../load/load.ts';
import { openService } from '../setup/service.ts';
import { idsOf, type Shop } from '../setup/shops.ts';

/** A read of which no response is cached. */
interface Read {
  path: string;
  statement: Statement;
}

interface ColdVariant {
  name: string;
  title: string;
  /** Different reads, more than are sent in all rounds. */
  reads(shop: Shop): Read[];
}

const clients = 16;
/** Requests that are prepared for each second. */
const answersAtMost = 8_000;

const rows = `
  select p.id, p.parent_id, p.sku, p.name, p.description, p.price, p.cost, p.images, p.barcode, p.min_stock, p.tax_rate_ppm,
    p.track_stock, p.unit, p.status, p.created_at, p.updated_at, c.id as category_id, c.name as category,
    coalesce((select sum(l.on_hand) from stock_levels l where l.merchant_id = $1 and l.product_id = p.id), 0) as stock
  from products p left join categories c on c.merchant_id = p.merchant_id and c.id = p.category_id
  where p.merchant_id = $1 and p.deleted_at is null`;

const orders = [
  { sort: 'name', column: 'sort_name' },
  { sort: 'price', column: 'price' },
  { sort: 'sku', column: 'sku' },
  { sort: 'created_at', column: 'created_at' },
];
const sizes = [10, 20, 50];

/** Skipped rows are read by their sort keys alone, as the service does. */
const listStatement = (column: string, direction: string): string => `${rows} and (p.${column}, p.id) in (
    select ${column}, id from products where merchant_id = $1 and deleted_at is null and parent_id is null
    order by ${column} ${direction}, id ${direction} limit $2 offset $3
  ) order by p.${column} ${direction}, p.id ${direction}`;

/** Every page of every size and order. */
function lists({ merchant_id, products }: Shop): Read[] {
  const reads: Read[] = [];
  for (const { sort, column } of orders)
    for (const [sign, direction] of [
      ['', 'asc'],
      ['-', 'desc'],
    ] as const)
      for (const limit of sizes)
        for (let page = 1; page * limit <= products; page += 1)
          reads.push({
            path: `/products?sort=${sign}${sort}&limit=${limit}&page=${page}`,
            statement: {
              name: `${column} ${direction}`,
              text: listStatement(column, direction),
              values: [merchant_id, limit, (page - 1) * limit],
            },
          });
  return reads;
}

const products = (shop: Shop): Read[] =>
  idsOf(shop).map((id) => ({
    path: `/products/${id}`,
    statement: { name: 'product', text: `${rows} and (p.id = $2 or p.parent_id = $2)`, values: [shop.merchant_id, id] },
  }));

const variants: ColdVariant[] = [
  { name: 'list-cold', title: 'List of products, each time another page, size and order', reads: lists },
  { name: 'product-cold', title: 'Product by id, each time another one', reads: products },
];

/** Reads that are never repeated, compared with the statements that they need, without HTTP and rights. */
export const coldReadBenchmarks: readonly Benchmark[] = variants.map((variant) => ({
  name: variant.name,
  title: `${variant.title}; 100,000 products, ${clients} clients`,
  measures: [
    {
      name: variant.name,
      title: variant.title,
      unit: 'answers/s',
      limit: `the same statements through pg in one process, ${clients} connections`,
      at_least: 0.7,
    },
  ],
  open: (run) => openColdReads(variant, run),
}));

async function openColdReads({ name, reads }: ColdVariant, { seconds, scale }: Run): Promise<Comparison> {
  const service = await openService();
  const load = openLoad();
  try {
    const [shop] = await service.openShops(1, Math.max(50, Math.round(100_000 * scale)));
    if (shop === undefined) throw new Error('there is no shop');
    const shuffled = shuffle(reads(shop));
    let sent = 0;
    const bare = await openBareStatements(service.admin, clients, () => {
      sent += 1;
      return (shuffled[sent % shuffled.length] as Read).statement;
    });
    let asked = 0;
    const ask = async (lasting: number): Promise<Outcome> => {
      const paths = shuffled.slice(asked, asked + lasting * answersAtMost).map(({ path }) => path);
      const outcome = await load.run({
        port: service.port,
        connections: clients,
        seconds: lasting,
        workload: { kind: 'get', token: shop.token, paths },
      });
      const answered = outcome.statuses[200] ?? 0;
      if (answered >= paths.length) throw new Error('too few different requests for this time: use a larger --scale');
      asked += answered;
      return outcome;
    };
    await ask(warmUp(seconds) / 2);
    await bare.run(warmUp(seconds) / 2);
    const outcomes: Outcome[] = [];
    return {
      async measureService() {
        const outcome = await ask(seconds);
        outcomes.push(outcome);
        return { [name]: rateOf(outcome, 200) };
      },
      measureLimit: async () => ({ [name]: await bare.run(seconds) }),
      notes: () => [
        `${asked} of ${shuffled.length} different requests, each sent once; ${shop.products} products`,
        describeOutcomes(outcomes),
      ],
      async close() {
        load.close();
        await bare.close();
        await service.close();
      },
    };
  } catch (error) {
    load.close();
    await service.close();
    throw error;
  }
}

const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
