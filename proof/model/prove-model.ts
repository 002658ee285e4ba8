import fc from 'fast-check';
import type { Caller } from '../../test/caller.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { callerAt, ok, openShop } from '../shop.ts';
import { openStand, type Stand } from '../stand.ts';
import { type Ask, Look, type Real } from './attempt.ts';
import {
  adjust,
  changeProduct,
  createFirstProduct,
  createProduct,
  createVariant,
  deleteProduct,
  transfer,
} from './goods.ts';
import { askAgain, changeSettings, correctPoints, createCustomer, deleteCustomer, peek, peekAbroad } from './people.ts';
import { compare } from './readings.ts';
import type { Settings } from './records.ts';
import { refund } from './refunds.ts';
import { complete, sell, voidSale } from './sales.ts';
import { type Model, tiers, toWire } from './shop.ts';

/** As often as it is named: a shop sells most of the time. */
const commands: fc.Arbitrary<Ask | Look>[] = [
  ...[sell, sell, sell, sell, sell, sell, sell, refund, refund, refund, refund, complete, complete, voidSale],
  ...[
    createProduct,
    createProduct,
    createVariant,
    changeProduct,
    changeProduct,
    deleteProduct,
    adjust,
    adjust,
    transfer,
    transfer,
  ],
  ...[
    createCustomer,
    deleteCustomer,
    correctPoints,
    changeSettings,
    askAgain,
    peek,
    peekAbroad,
    fc.constant(new Look()),
  ],
];

const beginnings = fc.record({
  currency: fc.constantFrom(
    { currency: 'USD', digits: 2 },
    { currency: 'JPY', digits: 0 },
    { currency: 'KWD', digits: 3 },
  ),
  tax_mode: fc.constantFrom('none' as const, 'inclusive' as const, 'exclusive' as const),
  tax_rate: fc.constantFrom(0n, 82_500n, 190_000n),
  loyalty_rate: fc.constantFrom(1_000_000n, 250_000n, 10_000_000n),
  point_value: fc.constantFrom(0n, 10_000n, 33_333n, 250_000n),
  allow_negative: fc.nat({ max: 5 }).map((drawn) => drawn === 5),
  refund_limit: fc.constantFrom(null, 900n),
  cashier_prices: fc.boolean(),
  cashier_discount: fc.constantFrom(0n, 200_000n, 1_000_000n),
  original_method: fc.boolean(),
});

/** What a shop has from the beginning, most of the time. */
const openings = fc.tuple(
  createFirstProduct,
  createFirstProduct,
  createFirstProduct,
  createVariant,
  createCustomer,
  createCustomer,
);

/** Where a shop stands so that its day does not end while it is tried: it is about noon there. */
function atNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** The days on which anything here can have happened. */
function theseDays(): string {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  return `start_date=${day(-1)}&end_date=${day(1)}`;
}

async function begin(
  nobody: Caller,
  drawn: Omit<Settings, 'currency' | 'digits'> & { currency: { currency: string; digits: number } },
) {
  const settings: Settings = { ...drawn, ...drawn.currency };
  const shop = await openShop(nobody, {
    ...{ currency: settings.currency, timezone: atNoon(), tax_mode: settings.tax_mode, loyalty_tiers: tiers },
    tax_rate: Number(settings.tax_rate) / 10_000,
    loyalty_rate: Number(settings.loyalty_rate) / 1_000_000,
    point_value: Number(settings.point_value) / 1_000_000,
    allow_negative_stock: settings.allow_negative,
    cashier_refund_limit: settings.refund_limit === null ? null : toWire(settings.refund_limit, settings),
    price_override_roles: ['owner', 'manager', ...(settings.cashier_prices ? ['cashier'] : [])],
    max_discount_percent: { cashier: Number(settings.cashier_discount) / 10_000 },
    refund_to_original_method: settings.original_method,
  });
  return { shop, settings };
}

async function aForeigner(nobody: Caller): Promise<Model['foreign']> {
  const { owner, warehouses } = await openShop(nobody);
  const product = ok(await owner.post('/products', { sku: 'F', name: 'Foreign', price: 1, stock: 1_000 })).data.id;
  const customer = ok(await owner.post('/customers', { name: 'Foreign' })).data.id;
  const items = [{ product_id: product, quantity: 1 }];
  const sale = ok(await owner.post('/transactions', { items, payment_method: 'cash' })).data.id;
  return { product, customer, sale, warehouse: warehouses[0] };
}

interface ModelRun extends ProofRun {
  /** How many are tried at once. */
  workers?: number;
  /** How many shorter sequences are tried once one has failed. */
  search?: number;
  /** Makes the model wrong, where it begins: for seeing that it is noticed. */
  misjudge?: (model: Model) => void;
}

/**
 * Runs sequences of commands, each in a separate shop, against the live service and against the model.
 * @throws Error with the shortest sequence for which they differ
 */
export async function tryModel(
  stand: Pick<Stand, 'url'>,
  { seed, size, say, only, workers = 2, search = 100, misjudge }: ModelRun,
): Promise<void> {
  const tried = { sequences: 0, looks: 0 };
  const tally = new Map<string, number>();
  const summary = () => {
    const counted = (isSo: (outcome: string) => boolean) =>
      [...tally].reduce((sum, [outcome, times]) => (isSo(outcome) ? sum + times : sum), 0);
    const refused = counted((outcome) => !outcome.endsWith(' done'));
    return `${tried.sequences} sequences of ${counted(() => true)} requests, ${refused} of them refused, all readings compared ${tried.looks} times`;
  };
  try {
    const nobody = callerAt(stand.url);
    const foreign = await aForeigner(nobody);
    const tryOne = async (
      begun: Awaited<ReturnType<typeof begin>>,
      opening: readonly Ask[],
      asked: Iterable<fc.AsyncCommand<Model, Real, boolean>>,
    ) => {
      const { shop, settings } = begun;
      const script: string[] = [];
      const model: Model = {
        ...{ settings, foreign, place: shop, products: [], customers: [], sales: [], done: [] },
        ...{ levels: new Map(), movements: new Map() },
      };
      misjudge?.(model);
      const look = async () => {
        tried.looks += 1;
        await compare(model, shop, theseDays());
      };
      const real: Real = { shop, script, tally, look };
      try {
        for (const ask of opening) if (ask.check(model)) await ask.run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), asked);
        await look();
      } catch (error) {
        throw new Error(
          `${JSON.stringify(settings, (_, value) => (typeof value === 'bigint' ? String(value) : value))}\n${script.join('\n')}\n${(error as Error).message}`,
        );
      } finally {
        tried.sequences += 1;
        if (tried.sequences % 100 === 0) say(summary());
      }
    };
    const [path, replayPath] = only?.split(' ') ?? [];
    const again = path === undefined || replayPath === undefined ? {} : { path, replayPath };
    const sequences = fc.commands(commands, { maxCommands: 100, size: 'max', ...again });
    let isOver = false;
    let hasFailed = false;
    let shorter = 0;
    // Not shrunk: commands that were not run themselves, but beside something that became smaller, shrink no further.
    const first = fc.noShrink(fc.tuple(beginnings, openings));
    const property = fc.asyncProperty(first, sequences, async ([drawn, opening], asked) => {
      // What is not tried counts as well, and ends the search for a shorter one.
      if (isOver || shorter > search) return;
      try {
        await tryOne(await begin(nobody, drawn), opening, asked);
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        if (hasFailed) shorter += 1;
      }
    });
    const worker = async (number: number) => {
      const numRuns = Math.floor(size / workers) + (number < size % workers ? 1 : 0);
      if (numRuns === 0) return;
      const seen = await fc.check(property, { seed: seed + number, numRuns, ...again });
      if (!seen.failed) return;
      isOver = true;
      const [, replay] = /replayPath="(.*?)"/.exec(String(seen.counterexample?.[1])) ?? [];
      throw new Error(
        `service and model part; again by --seed ${seen.seed} --only '${seen.counterexamplePath} ${replay}'\n${(seen.errorInstance as Error).message}`,
      );
    };
    await Promise.all(Array.from({ length: only === undefined ? workers : 1 }, (_, number) => worker(number)));
    say(`${summary()}: the service did and said what the model does`);
  } finally {
    for (const [outcome, times] of [...tally].sort()) say(`${String(times).padStart(7)}  ${outcome}`);
  }
}

/** Half of them on a service of one process, and half on one of two, which must know at once what the other has done. */
export async function proveModel(run: ModelRun): Promise<void> {
  const half = Math.ceil(run.size / 2);
  for (const [workers, size] of [
    [1, half],
    [2, run.size - half],
  ] as const) {
    if (size === 0) continue;
    run.say(`${size} sequences with ${workers} to answer`);
    const stand = await openStand({ settings: { WORKERS: String(workers) } });
    try {
      await tryModel(stand, { ...run, size });
      const broken = await brokenInvariants(stand.admin);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    } finally {
      await stand.close();
    }
  }
}

/** The service is a shop as the specification has it. */
export const proof: Proof = { unit: 'sequences', long: 2_000, prove: proveModel };
