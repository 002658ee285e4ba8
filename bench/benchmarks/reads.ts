import { type Benchmark, type Comparison, type Run, warmUp } from '../benchmark.ts';
import { type Bare, openBare } from '../limits/bare.ts';
import { describeOutcomes } from '../load/describe-outcomes.ts';
import type { Outcome } from '../load/load.ts';
import { openLoad, rateOf } from '../load/load.ts';
import { type BenchService, type OpenShop, openService } from '../setup/service.ts';

interface ReadVariant {
  name: string;
  title: string;
  /** The requests, sent in turn. */
  paths(products: number, ids: string[]): string[];
  /** The limit: bare Fastify with the same bytes, or other requests to the same service. */
  against: { bare: true } | { paths(products: number): string[]; what: string };
  /** A product changes each second during the measurement. */
  changing?: boolean;
  at_least?: number;
}

const bareFastify = 'bare Fastify with the same bytes and the same check of the token';
const list = () => ['/products?limit=20'];
const plainList = { paths: list, what: 'the plain list of 20' };

/** Two hundred parts of names that exist, so that the responses differ. */
const searches = (products: number) =>
  Array.from(
    { length: 200 },
    (_, number) =>
      `/products?limit=20&search=${['offee', 'ebook', 'andle', 'able'][number % 4]}%20${1 + ((number * 7) % Math.min(999, products))}`,
  );

/** Parts of names that are all different, more than are sent in a round. Each is in one to some products. */
const newSearches = (products: number) =>
  Array.from(
    { length: 60_000 },
    (_, number) =>
      `/products?limit=20&search=${['offee', 'ebook', 'andle', 'able'][number % 4]}%20${1 + ((number * 7_919) % products)}`,
  );

const variants: ReadVariant[] = [
  {
    name: 'list',
    title: 'List of 20 with the exact total, nothing changing',
    paths: list,
    against: { bare: true },
    at_least: 0.4,
  },
  {
    name: 'list-changing',
    title: 'The same while a product changes each second',
    paths: list,
    against: { bare: true },
    changing: true,
    at_least: 0.12,
  },
  {
    name: 'product',
    title: 'Product by id, a thousand of them in turn',
    paths: (_, ids) => ids.map((id) => `/products/${id}`),
    against: { bare: true },
    at_least: 0.4,
  },
  { name: 'search', title: 'Search by part of a name', paths: searches, against: plainList, at_least: 0.5 },
  {
    name: 'search-changing',
    title: 'Search by part of a name while a product changes each second',
    paths: searches,
    against: plainList,
    changing: true,
  },
  {
    name: 'search-new',
    title: 'Search by part of a name, never the same, while a product changes each second',
    paths: newSearches,
    against: plainList,
    changing: true,
    at_least: 0.6,
  },
  {
    name: 'page',
    title: 'The last page of 20 against the first',
    paths: (products) => [`/products?limit=20&page=${Math.floor(products / 20)}`],
    against: { paths: () => ['/products?limit=20&page=1'], what: 'page 1' },
    at_least: 0.8,
  },
  {
    name: 'page-changing',
    title: 'The last page of 20 against the first while a product changes each second',
    paths: (products) => [`/products?limit=20&page=${Math.floor(products / 20)}`],
    against: { paths: () => ['/products?limit=20&page=1'], what: 'page 1' },
    changing: true,
  },
];

const clients = 16;

export const readBenchmarks: readonly Benchmark[] = variants.map((variant) => ({
  name: variant.name,
  title: `${variant.title}; 100,000 products, ${clients} clients`,
  measures: [
    {
      name: variant.name,
      title: variant.title,
      unit: 'answers/s',
      limit: 'bare' in variant.against ? bareFastify : variant.against.what,
      ...(variant.at_least === undefined ? {} : { at_least: variant.at_least }),
    },
  ],
  open: (run) => openReads(variant, run),
}));

const productsOf = (scale: number) => Math.max(40, 20 * Math.round((100_000 * scale) / 20));

async function openReads(
  { name, paths, against, changing = false }: ReadVariant,
  { seconds, scale, data }: Run,
): Promise<Comparison> {
  const service = await openService({}, data);
  const load = openLoad();
  let bare: Bare | undefined;
  const close = async () => {
    load.close();
    bare?.close();
    await service.close();
  };
  try {
    const [shop] = data === undefined ? await service.openShops(1, productsOf(scale)) : [await service.findSeeded(0)];
    if (shop === undefined) throw new Error('there is no shop');
    const { products, ids } = shop;
    const ownPaths = paths(products, ids);
    const sample = await service.get(ownPaths[0] ?? '', shop.token);
    if ('bare' in against) bare = await openBare({ ...sample, secret: service.secret });
    const ask = (port: number, what: string[], lasting = seconds) =>
      load.run({
        port,
        connections: clients,
        seconds: lasting,
        workload: { kind: 'get', token: shop.token, paths: what },
      });
    const limitPaths = 'bare' in against ? ownPaths : against.paths(products);
    const meanwhile = <Result>(work: () => Promise<Result>) => (changing ? whileChanging(service, shop, work) : work());
    const readLimit = () => ask(bare?.port ?? service.port, limitPaths);
    await ask(service.port, ownPaths, warmUp(seconds));
    await ask(bare?.port ?? service.port, limitPaths, warmUp(seconds));
    const outcomes: Outcome[] = [];
    return {
      async measureService() {
        const outcome = await meanwhile(() => ask(service.port, ownPaths));
        outcomes.push(outcome);
        return { [name]: rateOf(outcome, 200) };
      },
      // Bare Fastify has no records that could change.
      measureLimit: async () => ({
        [name]: rateOf(await (bare === undefined ? meanwhile(readLimit) : readLimit()), 200),
      }),
      notes: () => [`${sample.text.length} bytes per response; ${products} products`, describeOutcomes(outcomes)],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Changes the price of a random product each second during the work. */
async function whileChanging<Result>(
  service: BenchService,
  { token, ids }: OpenShop,
  work: () => Promise<Result>,
): Promise<Result> {
  let turn = 0;
  const change = async () => {
    turn += 1;
    const id = ids[Math.floor(Math.random() * ids.length)];
    const answer = await fetch(`${service.testBed.url}/api/v1/products/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ price: 5 + turn }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  let failure: unknown;
  const timer = setInterval(() => change().catch((error: unknown) => (failure = error)), 1_000);
  try {
    const result = await work();
    if (failure !== undefined) throw failure;
    return result;
  } finally {
    clearInterval(timer);
  }
}
