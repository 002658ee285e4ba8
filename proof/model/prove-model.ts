import fc from 'fast-check';
import type { Caller } from '../../test/caller.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { callerAt, ok, openShop, type ProofShop } from '../shop.ts';
import { openTestBed, type TestBed } from '../test-bed.ts';
import { askApproval, decideApproval, setFirstRules, setRules, useApproval } from './approvals.ts';
import { CompareCommand, type Real, type RequestCommand } from './attempt.ts';
import { compare } from './compare.ts';
import { changeProduct, createFirstProduct, createProduct, createVariant, deleteProduct } from './goods.ts';
import { type Model, tiers, toWire } from './model.ts';
import {
  changeSettings,
  correctPoints,
  createCustomer,
  deleteCustomer,
  readForbidden,
  readForeign,
  repeatRequest,
} from './people.ts';
import type { Register, Settings } from './records.ts';
import { refund } from './refunds.ts';
import { closeShift, countShift, moveCash, openFirstShift, openShift, reopenShift } from './registers.ts';
import { complete, sell, sellFirst, voidSale } from './sales.ts';
import { adjust, transfer } from './stock.ts';

/** Each command is drawn as often as it is listed: most requests of a shop are sales. */
const commands: fc.Arbitrary<RequestCommand | CompareCommand>[] = [
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
    repeatRequest,
    readForbidden,
    readForeign,
    ...[openShift, openShift, openShift, moveCash, moveCash, countShift, countShift, reopenShift, closeShift],
    ...[setRules, askApproval, askApproval, askApproval, askApproval],
    ...[decideApproval, decideApproval, decideApproval, decideApproval, decideApproval, decideApproval],
    ...[useApproval, useApproval, useApproval, useApproval, useApproval, useApproval],
    fc.constant(new CompareCommand()),
  ],
];

const newSettings = fc.record({
  currency: fc.constantFrom(
    { currency: 'USD', digits: 2 },
    { currency: 'JPY', digits: 0 },
    { currency: 'KWD', digits: 3 },
  ),
  tax_mode: fc.constantFrom('none' as const, 'inclusive' as const, 'exclusive' as const),
  tax_rate: fc.constantFrom(0n, 82_500n, 190_000n),
  loyalty_rate: fc.constantFrom(1_000_000n, 250_000n, 10_000_000n),
  point_value: fc.constantFrom(0n, 10_000n, 33_333n, 250_000n),
  cash_rounding: fc.constantFrom(null, null, 5n, 10n, 100n),
  allow_negative: fc.nat({ max: 5 }).map((drawn) => drawn === 5),
  refund_limit: fc.constantFrom(null, 900n),
  cashier_prices: fc.boolean(),
  cashier_discount: fc.constantFrom(0n, 200_000n, 1_000_000n),
  original_method: fc.boolean(),
});

/** Commands at the start of each sequence. */
const openingCommands = fc.tuple(
  createFirstProduct,
  createFirstProduct,
  createFirstProduct,
  createVariant,
  createCustomer,
  createCustomer,
  openFirstShift,
  sellFirst,
  sellFirst,
  setFirstRules,
);

/** A time zone in which it is about noon, so that the business day does not end during a sequence. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** The range of all days on which a request of this run can count, in any time zone. */
function dateRange(): string {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  return `start_date=${day(-1)}&end_date=${day(1)}`;
}

async function createShop(
  anonymous: Caller,
  drawn: Omit<Settings, 'currency' | 'digits' | 'rules'> & { currency: { currency: string; digits: number } },
) {
  const settings: Settings = { ...drawn, ...drawn.currency, rules: [] };
  const shop = await openShop(anonymous, {
    ...{ currency: settings.currency, timezone: zoneAtNoon(), tax_mode: settings.tax_mode, loyalty_tiers: tiers },
    tax_rate: Number(settings.tax_rate) / 10_000,
    loyalty_rate: Number(settings.loyalty_rate) / 1_000_000,
    point_value: Number(settings.point_value) / 1_000_000,
    cash_rounding: settings.cash_rounding === null ? null : toWire(settings.cash_rounding, settings),
    allow_negative_stock: settings.allow_negative,
    cashier_refund_limit: settings.refund_limit === null ? null : toWire(settings.refund_limit, settings),
    price_override_roles: ['owner', 'manager', ...(settings.cashier_prices ? ['cashier'] : [])],
    max_discount_percent: { cashier: Number(settings.cashier_discount) / 10_000 },
    refund_to_original_method: settings.original_method,
  });
  return { shop, settings, registers: await createRegisters(shop) };
}

/** Two registers of the first branch, of which one sells in an open shift only, and one of the second. */
const createRegisters = (shop: ProofShop): Promise<Register[]> =>
  Promise.all(
    [0, 0, 1].map(async (branch, index): Promise<Register> => {
      const requires_shift = index === 1;
      const body = { name: `Register ${index}`, branch_id: shop.branches[branch], requires_shift };
      const { id } = ok(await shop.owner.post('/registers', body)).data;
      return { id, branch, requires_shift, shifts: 0, shift: null, closures: [] };
    }),
  );

/** Another merchant, with one record of each kind. */
async function createForeignRecords(anonymous: Caller): Promise<Model['foreign']> {
  const { owner, warehouses } = await openShop(anonymous);
  const product = ok(await owner.post('/products', { sku: 'F', name: 'Foreign', price: 1, stock: 1_000 })).data.id;
  const customer = ok(await owner.post('/customers', { name: 'Foreign' })).data.id;
  const items = [{ product_id: product, quantity: 1 }];
  const sale = ok(await owner.post('/transactions', { items, payment_method: 'cash' })).data.id;
  return { product, customer, sale, warehouse: warehouses[0] };
}

interface ModelRun extends ProofRun {
  /** The number of sequences that run at the same time. */
  workers?: number;
  /** The number of shorter sequences to try after a failure. */
  search?: number;
  /** Makes the model wrong, to see that the difference is noticed. */
  alterModel?: (model: Model) => void;
}

/**
 * Runs sequences of commands, each in a separate shop, against the live service and against the model.
 * @throws Error with the shortest sequence for which they differ
 */
export async function runModel(
  testBed: Pick<TestBed, 'url'>,
  { seed, size, say, only, workers = 2, search = 100, alterModel }: ModelRun,
): Promise<void> {
  const tried = { sequences: 0, comparisons: 0 };
  const tally = new Map<string, number>();
  const summary = () => {
    const count = (matches: (outcome: string) => boolean) =>
      [...tally].reduce((sum, [outcome, times]) => (matches(outcome) ? sum + times : sum), 0);
    const rejected = count((outcome) => !outcome.endsWith(' done'));
    return `${tried.sequences} sequences of ${count(() => true)} requests, ${rejected} of them rejected; everything compared ${tried.comparisons} times`;
  };
  try {
    const anonymous = callerAt(testBed.url);
    const foreign = await createForeignRecords(anonymous);
    const runSequence = async (
      { shop, settings, registers }: Awaited<ReturnType<typeof createShop>>,
      opening: readonly RequestCommand[],
      sequence: Iterable<fc.AsyncCommand<Model, Real, boolean>>,
    ) => {
      const script: string[] = [];
      const model: Model = {
        ...{ settings, foreign, shop, registers, products: [], categories: [], customers: [], sales: [], done: [] },
        ...{ tried: [], approvals: [], levels: new Map(), movements: new Map() },
      };
      alterModel?.(model);
      const compareAll = async () => {
        tried.comparisons += 1;
        await compare(model, shop, dateRange());
      };
      const real: Real = { shop, script, tally, compareAll };
      try {
        for (const command of opening) if (command.check(model)) await command.run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await compareAll();
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
    const replayOptions = path === undefined || replayPath === undefined ? {} : { path, replayPath };
    const sequences = fc.commands(commands, { maxCommands: 100, size: 'max', ...replayOptions });
    let isOver = false;
    let hasFailed = false;
    let shorter = 0;
    // If these values shrank, fast-check could not shrink the commands beside them any further.
    const first = fc.noShrink(fc.tuple(newSettings, openingCommands));
    const property = fc.asyncProperty(first, sequences, async ([drawn, opening], sequence) => {
      // A sequence that is not run counts as passed, which ends the search for a shorter one.
      if (isOver || shorter > search) return;
      try {
        await runSequence(await createShop(anonymous, drawn), opening, sequence);
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
      const seen = await fc.check(property, { seed: seed + number, numRuns, ...replayOptions });
      if (!seen.failed) return;
      isOver = true;
      const [, replay] = /replayPath="(.*?)"/.exec(String(seen.counterexample?.[1])) ?? [];
      throw new Error(
        `service and model differ; reproduce with --seed ${seen.seed} --only '${seen.counterexamplePath} ${replay}'\n${(seen.errorInstance as Error).message}`,
      );
    };
    await Promise.all(Array.from({ length: only === undefined ? workers : 1 }, (_, number) => worker(number)));
    say(`${summary()}: no difference between service and model`);
  } finally {
    for (const [outcome, times] of [...tally].sort()) say(`${String(times).padStart(7)}  ${outcome}`);
  }
}

/** Runs half of the sequences on one process, and half on two processes, which must see each other's changes at once. */
export async function proveModel(run: ModelRun): Promise<void> {
  const half = Math.ceil(run.size / 2);
  for (const [workers, size] of [
    [1, half],
    [2, run.size - half],
  ] as const) {
    if (size === 0) continue;
    run.say(`${size} sequences on a service of ${workers} ${workers === 1 ? 'process' : 'processes'}`);
    const testBed = await openTestBed({ settings: { WORKERS: String(workers) } });
    try {
      await runModel(testBed, { ...run, size });
      const broken = await brokenInvariants(testBed.admin);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    } finally {
      await testBed.close();
    }
  }
}

/** The service behaves as the specification says. */
export const proof: Proof = { unit: 'sequences', long: 2_000, prove: proveModel };
