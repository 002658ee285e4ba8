import { type Benchmark, type Contest, type Run, warmUp } from '../benchmark.ts';
import { type Bare, openBare } from '../limits/bare.ts';
import type { Outcome } from '../load/load.ts';
import { openLoad, rateOf } from '../load/load.ts';
import { describeAsking } from '../load/notes.ts';
import { type BenchService, type OpenShop, openService } from '../places/service.ts';

interface Reading {
  name: string;
  title: string;
  /** What is asked, one after another. */
  paths(products: number, ids: string[]): string[];
  /** What it is measured against: bare Fastify with the same bytes, or other requests to the same service. */
  against: { bare: true } | { paths(products: number): string[]; what: string };
  /** A product changes each second meanwhile. */
  changing?: boolean;
  at_least?: number;
}

const bareFastify = 'bare Fastify with the same bytes and the same check of the token';
const list = () => ['/products?limit=20'];
const plainList = { paths: list, what: 'the plain list of 20' };

/** Parts of names, which all occur; two hundred, so that it is not one answer over and over. */
const searches = (products: number) =>
  Array.from(
    { length: 200 },
    (_, number) =>
      `/products?limit=20&search=${['offee', 'ebook', 'andle', 'able'][number % 4]}%20${1 + ((number * 7) % Math.min(999, products))}`,
  );

const readings: Reading[] = [
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

export const readBenchmarks: readonly Benchmark[] = readings.map((reading) => ({
  name: reading.name,
  title: `${reading.title}; 100,000 products, ${clients} clients`,
  measures: [
    {
      name: reading.name,
      title: reading.title,
      unit: 'answers/s',
      limit: 'bare' in reading.against ? bareFastify : reading.against.what,
      ...(reading.at_least === undefined ? {} : { at_least: reading.at_least }),
    },
  ],
  open: (run) => openReading(reading, run),
}));

const productsOf = (scale: number) => Math.max(40, 20 * Math.round((100_000 * scale) / 20));

async function openReading(
  { name, paths, against, changing = false }: Reading,
  { seconds, scale, data }: Run,
): Promise<Contest> {
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
    const asked = paths(products, ids);
    const sample = await service.get(asked[0] ?? '', shop.token);
    if ('bare' in against) bare = await openBare({ ...sample, secret: service.secret });
    const ask = (port: number, what: string[], lasting = seconds) =>
      load.run({
        port,
        connections: clients,
        seconds: lasting,
        asking: { kind: 'get', token: shop.token, paths: what },
      });
    const others = 'bare' in against ? asked : against.paths(products);
    const meanwhile = <Result>(work: () => Promise<Result>) => (changing ? whileChanging(service, shop, work) : work());
    const limit = () => ask(bare?.port ?? service.port, others);
    await ask(service.port, asked, warmUp(seconds));
    await ask(bare?.port ?? service.port, others, warmUp(seconds));
    const outcomes: Outcome[] = [];
    return {
      async ours() {
        const outcome = await meanwhile(() => ask(service.port, asked));
        outcomes.push(outcome);
        return { [name]: rateOf(outcome, 200) };
      },
      // Bare Fastify has nothing that could change.
      limit: async () => ({ [name]: rateOf(await (bare === undefined ? meanwhile(limit) : limit()), 200) }),
      notes: () => [`${sample.text.length} bytes an answer; ${products} products`, describeAsking(outcomes)],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Changes the price of a product, another one each second. */
async function whileChanging<Result>(
  service: BenchService,
  { token, ids }: OpenShop,
  work: () => Promise<Result>,
): Promise<Result> {
  let turn = 0;
  const change = async () => {
    turn += 1;
    const id = ids[Math.floor(Math.random() * ids.length)];
    const answer = await fetch(`${service.stand.url}/api/v1/products/${id}`, {
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
