import { randomUUID } from 'node:crypto';
import type { Random } from '../random.ts';
import type { Act, Answered, Store } from './acts.ts';

/** One who thinks of what to ask next, and remembers what it may come back to. */
export interface Workload {
  next(): Act;
  done(act: Act, answer: Answered): void;
}

type Sold = Extract<Act, { kind: 'sale' }>;

const hour_ms = 3_600_000;
const methods = ['cash', 'card', 'qris', 'e_wallet'];

/** Each sale comes back at most once, and only to the one who made it: whatever is refused then, is refused wrongly. */
export function createWorkload(
  workload: string,
  { merchant_id, products, warehouses, customer_id }: Store,
  random: Random,
): Workload {
  let acts = 0;
  const sold: { id: string; act: Sold }[] = [];
  const parked: { id: string; act: Sold }[] = [];
  const naming = () => ({ name: `act-${workload}-${++acts}`, merchant_id });
  const aProduct = () => random.oneOf(products).id;

  const payments = (total: number, name: string, byPoints: boolean) => {
    const first = byPoints ? 'points' : random.oneOf(methods);
    if (total < 2 || random.below(4) > 0) return [{ method: first, amount: total, reference: name }];
    return [
      { method: first, amount: 1, reference: name },
      { method: 'voucher', amount: total - 1, reference: name },
    ];
  };
  const totalOf = ({ body }: Sold) =>
    body.items.reduce((sum, { product_id, quantity, price }) => {
      const listed = products.find(({ id }) => id === product_id)?.price ?? 0;
      return sum + quantity * (price ?? listed);
    }, 0);

  function aSale(form: 'any' | 'earning' = 'any'): Act {
    const { name } = naming();
    const start = random.below(products.length);
    const items = Array.from({ length: 1 + random.below(4) }, (_, at) => ({
      product_id: products[(start + at * 3) % products.length]?.id ?? '',
      quantity: 1 + random.below(3),
      ...(random.below(5) === 0 ? { price: 1 + random.below(9) } : {}),
    }));
    const earning = form === 'earning';
    const byPoints = !earning && random.below(6) === 0;
    const act: Sold = {
      name,
      merchant_id,
      kind: 'sale',
      body: {
        note: name,
        items: items.filter(({ product_id }, at) => items.findIndex((other) => other.product_id === product_id) === at),
        ...(byPoints || earning || random.below(3) === 0 ? { customer_id } : {}),
        ...(random.below(4) === 0
          ? { id: randomUUID(), occurred_at: new Date(Date.now() - random.below(3) * hour_ms).toISOString() }
          : {}),
      },
    };
    if (!byPoints && !earning && random.below(5) === 0) act.body.status = 'pending';
    else act.body.payments = payments(totalOf(act), name, byPoints);
    return act;
  }

  function aRefund(): Act {
    const [{ id, act } = none()] = sold.splice(random.below(sold.length), 1);
    const named = naming();
    const [first = none()] = act.body.items;
    const part =
      act.body.items.length > 1 && random.below(2) === 0
        ? { items: [{ product_id: first.product_id, quantity: 1 }] }
        : {};
    return { ...named, kind: 'refund', sale_id: id, body: { reason: named.name, ...part } };
  }

  function aCompletion(): Act {
    const [{ id, act } = none()] = parked.splice(random.below(parked.length), 1);
    const named = naming();
    return { ...named, kind: 'complete', sale_id: id, body: { payments: payments(totalOf(act), named.name, false) } };
  }

  function anAdjustment(type = random.oneOf(['addition', 'subtraction'] as const)): Act {
    const named = naming();
    const place = { product_id: aProduct(), warehouse_id: random.oneOf(warehouses) };
    return { ...named, kind: 'adjust', body: { ...place, quantity: 1 + random.below(9), type, reason: named.name } };
  }

  function aTransfer(): Act {
    const named = naming();
    const [one, other] = random.below(2) === 0 ? warehouses : warehouses.toReversed();
    const way = { from_warehouse: one ?? '', to_warehouse: other ?? '' };
    return {
      ...named,
      kind: 'transfer',
      body: { product_id: aProduct(), ...way, quantity: 1 + random.below(9), reason: named.name },
    };
  }

  function anImport(): Act {
    const named = naming();
    const rows = Array.from({ length: 2 + random.below(3) }, (_, at) => ({
      sku: `${named.name}/${at}`,
      price: 1 + random.below(20),
      stock: 1 + random.below(50),
    }));
    return { ...named, kind: 'import', rows };
  }

  // Once each, whatever chance says later: what is looked for in every run has happened in every run.
  const opening = [anImport, aTransfer, () => anAdjustment('addition'), () => aSale('earning')];

  return {
    next() {
      const [first] = opening.splice(random.below(opening.length), 1);
      if (first !== undefined) return first();
      const chance = random.below(100);
      if (chance < 12 && sold.length > 0) return aRefund();
      if (chance < 22 && parked.length > 0) return aCompletion();
      if (chance < 32) return anAdjustment();
      if (chance < 42) return aTransfer();
      if (chance < 44) return anImport();
      return aSale();
    },
    done(act, { id }) {
      if (act.kind !== 'sale' || id === undefined) return;
      if (act.body.status === 'pending') parked.push({ id, act });
      else sold.push({ id, act });
    },
  };
}

function none(): never {
  throw new RangeError('there is nothing to take');
}
