import { randomUUID } from 'node:crypto';
import type { Random } from '../random.ts';
import type { Operation, OperationResponse, Store } from './operations.ts';

/** Generates the operations of one client, and remembers its sales so that it can refund or complete them. */
export interface Workload {
  next(): Operation;
  done(operation: Operation, answer: OperationResponse): void;
}

/** Above this amount, cash is paid out with an approval only. */
export const approved_above = 20;

type Sold = Extract<Operation, { kind: 'sale' }>;

const hour_ms = 3_600_000;
const methods = ['cash', 'card', 'qris', 'e_wallet'];

/** Refunds or completes each sale at most once, and only its own sales. So every rejection by the service is wrong. */
export function createWorkload(
  workload: string,
  { merchant_id, products, warehouses, customer_id, register_id, shift_id }: Store,
  random: Random,
): Workload {
  let count = 0;
  const sold: { id: string; operation: Sold }[] = [];
  const parked: { id: string; operation: Sold }[] = [];
  /** What comes next in the way of an approval: it is requested, given, and used. */
  const nextSteps: Operation[] = [];
  const asked = new Map<string, Extract<Operation, { kind: 'ask' }>['body']['body']>();
  const nextName = () => ({ name: `op-${workload}-${++count}`, merchant_id });
  /** Half of all payments happen at the register. */
  const atRegister = () => (random.below(2) === 0 ? { register_id } : {});
  const anyProduct = () => random.oneOf(products).id;

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

  function createSale(form: 'any' | 'earning' = 'any'): Operation {
    const { name } = nextName();
    const start = random.below(products.length);
    const items = Array.from({ length: 1 + random.below(4) }, (_, at) => ({
      product_id: products[(start + at * 3) % products.length]?.id ?? '',
      quantity: 1 + random.below(3),
      ...(random.below(5) === 0 ? { price: 1 + random.below(9) } : {}),
    }));
    const earning = form === 'earning';
    const byPoints = !earning && random.below(6) === 0;
    const operation: Sold = {
      name,
      merchant_id,
      kind: 'sale',
      body: {
        note: name,
        ...atRegister(),
        items: items.filter(({ product_id }, at) => items.findIndex((other) => other.product_id === product_id) === at),
        ...(byPoints || earning || random.below(3) === 0 ? { customer_id } : {}),
        ...(random.below(4) === 0
          ? { id: randomUUID(), occurred_at: new Date(Date.now() - random.below(3) * hour_ms).toISOString() }
          : {}),
      },
    };
    if (!byPoints && !earning && random.below(5) === 0) operation.body.status = 'pending';
    else operation.body.payments = payments(totalOf(operation), name, byPoints);
    return operation;
  }

  function createRefund(): Operation {
    const [{ id, operation } = none()] = sold.splice(random.below(sold.length), 1);
    const named = nextName();
    const [first = none()] = operation.body.items;
    const part =
      operation.body.items.length > 1 && random.below(2) === 0
        ? { items: [{ product_id: first.product_id, quantity: 1 }] }
        : {};
    return { ...named, kind: 'refund', sale_id: id, body: { reason: named.name, ...atRegister(), ...part } };
  }

  function createCompletion(): Operation {
    const [{ id, operation } = none()] = parked.splice(random.below(parked.length), 1);
    const named = nextName();
    return {
      ...named,
      kind: 'complete',
      sale_id: id,
      body: { payments: payments(totalOf(operation), named.name, false), ...atRegister() },
    };
  }

  function createAdjustment(type = random.oneOf(['addition', 'subtraction'] as const)): Operation {
    const named = nextName();
    const place = { product_id: anyProduct(), warehouse_id: random.oneOf(warehouses) };
    return { ...named, kind: 'adjust', body: { ...place, quantity: 1 + random.below(9), type, reason: named.name } };
  }

  function createTransfer(): Operation {
    const named = nextName();
    const [one, other] = random.below(2) === 0 ? warehouses : warehouses.toReversed();
    const way = { from_warehouse: one ?? '', to_warehouse: other ?? '' };
    return {
      ...named,
      kind: 'transfer',
      body: { product_id: anyProduct(), ...way, quantity: 1 + random.below(9), reason: named.name },
    };
  }

  function createMovement(): Operation {
    const named = nextName();
    const type = random.oneOf(['paid_in', 'paid_out'] as const);
    return {
      ...named,
      kind: 'pay',
      shift_id,
      body: { type, amount: 1 + random.below(approved_above), reason: named.name },
    };
  }

  function createRequest(): Operation {
    const [{ name }, payment] = [nextName(), nextName()];
    const body = { type: 'paid_out', amount: approved_above + 1 + random.below(9), reason: payment.name } as const;
    const path = `/shifts/${shift_id}/movements`;
    return { name, merchant_id, kind: 'ask', body: { action: 'paid_out', method: 'POST', path, body } };
  }

  /** A request is approved, and then the payment is sent. */
  function continueApproval(operation: Operation, id: string): void {
    if (operation.kind === 'ask') {
      asked.set(id, operation.body.body);
      nextSteps.push({ ...nextName(), kind: 'approve', approval_id: id });
    }
    const body = operation.kind === 'approve' ? asked.get(id) : undefined;
    if (body !== undefined)
      nextSteps.push({ name: body.reason, merchant_id, kind: 'pay', shift_id, body, approval_id: id });
  }

  function createImport(): Operation {
    const named = nextName();
    const rows = Array.from({ length: 2 + random.below(3) }, (_, at) => ({
      sku: `${named.name}/${at}`,
      price: 1 + random.below(20),
      stock: 1 + random.below(50),
    }));
    return { ...named, kind: 'import', rows };
  }

  // One of each at the start: the planted faults change these rows, so every run must have them.
  const opening = [
    createImport,
    createTransfer,
    createMovement,
    () => createAdjustment('addition'),
    () => createSale('earning'),
  ];

  return {
    next() {
      const step = nextSteps.shift();
      if (step !== undefined) return step;
      // An approval first, because it takes three operations.
      if (count === 0) return createRequest();
      const [first] = opening.splice(random.below(opening.length), 1);
      if (first !== undefined) return first();
      const chance = random.below(100);
      if (chance < 12 && sold.length > 0) return createRefund();
      if (chance < 22 && parked.length > 0) return createCompletion();
      if (chance < 32) return createAdjustment();
      if (chance < 42) return createTransfer();
      if (chance < 44) return createImport();
      if (chance < 50) return createMovement();
      if (chance < 54) return createRequest();
      return createSale();
    },
    done(operation, { id }) {
      if (id === undefined) return;
      continueApproval(operation, id);
      if (operation.kind !== 'sale') return;
      if (operation.body.status === 'pending') parked.push({ id, operation });
      else sold.push({ id, operation });
    },
  };
}

function none(): never {
  throw new RangeError('there is no sale left');
}
