import fc from 'fast-check';
import type { Person } from '../shop.ts';
import { anyone, command, find, findProduct, isQuantity, money, newKey, quantity, reference, seldom } from './draw.ts';
import type { Product } from './records.ts';
import { availableAt, branchOf, isAmount, levelOf, living, type Model, move, stockOf, toWire } from './shop.ts';

const rate = fc.constantFrom(null, 0, 70_000, 77_500, 190_000);
const taxRateOf = (drawn: number | null) => (drawn === null ? null : BigInt(drawn));
const percent = (drawn: number | null) => (drawn === null ? null : drawn / 10_000);

const newProductBy = (person: fc.Arbitrary<Person>) =>
  fc.record({
    person,
    sku: fc.nat({ max: 11 }),
    price: money(3_000),
    cost: money(1_500),
    stock: fc.nat({ max: 30 }),
    tax_rate: rate,
    min_stock: fc.option(fc.nat({ max: 8 })),
    is_tracked: fc.nat({ max: 5 }).map((drawn) => drawn > 0),
  });

const newProduct = newProductBy(anyone);

const isTaken = (model: Model, sku: string, but?: Product) =>
  living(model.products).some((one) => one !== but && one.sku === sku);
const keepsGoods = (person: Person) => person !== 'cashier';

/** The fields of a new SKU, and what the service must make of them. */
function aSku(
  model: Model,
  drawn: typeof newProduct extends fc.Arbitrary<infer Drawn> ? Drawn : never,
  parent: Product | null,
) {
  const { person, is_tracked, stock, tax_rate, min_stock, price, cost } = drawn;
  const sku = `SKU-${drawn.sku}`;
  const name = `Product ${model.products.length}`;
  const body = {
    ...{ sku, name, min_stock, price: toWire(price, model.settings), cost: toWire(cost, model.settings) },
    ...{ track_stock: is_tracked, tax_rate: percent(tax_rate) },
    ...(is_tracked ? { stock } : {}),
  };
  const faults = [
    !keepsGoods(person) && ('FORBIDDEN' as const),
    // Its stock would lie in the default warehouse, which is of another branch.
    person === 'local' && is_tracked && stock > 0 && ('FORBIDDEN' as const),
    !(isAmount(price) && isAmount(cost)) && ('VALIDATION_ERROR' as const),
    isTaken(model, sku) && ('DUPLICATE' as const),
  ];
  const happen = (data: { id: string }) => {
    const made: Product = {
      ...{ id: data.id, sku, name, min_stock, is_tracked, parent, price: BigInt(price), cost: BigInt(cost) },
      ...{ tax_rate: taxRateOf(tax_rate), is_active: true, is_deleted: false },
    };
    model.products.push(made);
    if (is_tracked) move(model, made, 0, { type: 'initial', quantity: stock });
    return { ...body, stock: is_tracked ? stock : 0, status: 'active' };
  };
  return { person, body, faults, happen };
}

const createProductAs = (by: fc.Arbitrary<Person>) =>
  command('create product', newProductBy(by), (model, drawn) => ({
    ...aSku(model, drawn, null),
    ...{ method: 'post', path: '/products', status: 201 },
  }));

export const createProduct = createProductAs(anyone);
export const createFirstProduct = createProductAs(fc.constant('owner'));

export const createVariant = command('create variant', fc.tuple(reference, newProduct), (model, [of, drawn]) => {
  const { id, kept } = findProduct(model, of);
  const { faults, ...attempt } = aSku(model, drawn, kept ?? null);
  const parent = (kept === undefined || kept.is_deleted) && ('NOT_FOUND' as const);
  const isVariant = kept?.parent !== null && ('INVALID_STATE' as const);
  return {
    ...attempt,
    method: 'post',
    path: `/products/${id}/variants`,
    status: 201,
    faults: [...faults, parent, isVariant],
  };
});

const change = fc.record(
  {
    price: money(3_000),
    cost: money(1_500),
    stock: fc.nat({ max: 30 }),
    is_active: fc.boolean(),
    tax_rate: rate,
    sku: fc.nat({ max: 11 }),
  },
  { requiredKeys: [] },
);

export const changeProduct = command(
  'change product',
  fc.tuple(anyone, reference, fc.boolean(), change),
  (model, drawn) => {
    const [person, of, isWhole, { price, cost, stock, is_active, tax_rate, sku }] = drawn;
    const { id, kept } = findProduct(model, of);
    if (kept?.is_tracked === false && stock !== undefined) return undefined;
    const body = {
      ...(price === undefined ? {} : { price: toWire(price, model.settings) }),
      ...(cost === undefined ? {} : { cost: toWire(cost, model.settings) }),
      ...(stock === undefined ? {} : { stock }),
      ...(is_active === undefined ? {} : { status: is_active ? 'active' : 'inactive' }),
      ...(tax_rate === undefined ? {} : { tax_rate: percent(tax_rate) }),
      ...(sku === undefined ? {} : { sku: `SKU-${sku}` }),
    };
    // A counted total: the difference is booked into the default warehouse.
    const difference = kept === undefined || stock === undefined ? 0 : stock - stockOf(model, kept);
    // The specification does not say how a count without a change is answered for a user who may not count here.
    if (person === 'local' && stock !== undefined && difference === 0) return undefined;
    const isShort =
      kept !== undefined &&
      difference < 0 &&
      availableAt(model, kept, 0) + difference < 0 &&
      !model.settings.allow_negative;
    return {
      ...{ person, body, method: isWhole ? 'put' : 'patch', path: `/products/${id}` },
      faults: [
        !keepsGoods(person) && 'FORBIDDEN',
        (kept === undefined || kept.is_deleted) && 'NOT_FOUND',
        (!isAmount(price ?? 0) || !isAmount(cost ?? 0)) && 'VALIDATION_ERROR',
        sku !== undefined && isTaken(model, `SKU-${sku}`, kept) && 'DUPLICATE',
        person === 'local' && difference !== 0 && 'FORBIDDEN',
        isShort && 'INSUFFICIENT_STOCK',
      ],
      happen() {
        if (kept === undefined) return undefined;
        if (price !== undefined) kept.price = BigInt(price);
        if (cost !== undefined) kept.cost = BigInt(cost);
        if (is_active !== undefined) kept.is_active = is_active;
        if (tax_rate !== undefined) kept.tax_rate = taxRateOf(tax_rate);
        if (sku !== undefined) kept.sku = `SKU-${sku}`;
        if (difference !== 0) move(model, kept, 0, { type: 'adjustment', quantity: difference });
        return { id, ...body };
      },
    };
  },
);

export const deleteProduct = command('delete product', fc.tuple(anyone, reference), (model, [person, of]) => {
  const { id, kept } = findProduct(model, of);
  return {
    ...{ person, method: 'delete', path: `/products/${id}` },
    faults: [!keepsGoods(person) && 'FORBIDDEN', (kept === undefined || kept.is_deleted) && 'NOT_FOUND'],
    happen() {
      for (const one of model.products) if (one === kept || one.parent === kept) one.is_deleted = true;
      return undefined;
    },
  };
});

const warehouse = fc.oneof(
  { weight: 15, arbitrary: fc.nat({ max: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom('foreign' as const, 'unknown' as const) },
);
type Warehouse = number | 'foreign' | 'unknown';
const warehouseId = (model: Model, wanted: Warehouse) =>
  typeof wanted === 'number'
    ? (model.place.warehouses[wanted] ?? '')
    : find(model, 'warehouse', { among: [], wanted }).id;

const words = { addition: 1, in: 1, subtraction: -1, out: -1, adjustment: 0 } as const;
const wordOf = { '1': 'addition', '-1': 'subtraction', '0': 'adjustment' } as const;

export const adjust = command(
  'adjust',
  fc.record({
    person: anyone,
    product: reference,
    warehouse: fc.option(warehouse),
    quantity,
    word: fc.constantFrom(...(Object.keys(words) as (keyof typeof words)[])),
    isCamel: fc.boolean(),
  }),
  (model, drawn) => {
    const { person, word } = drawn;
    const { id, kept } = findProduct(model, drawn.product);
    const where: Warehouse = drawn.warehouse ?? (person === 'local' ? 1 : 0);
    const at = typeof where === 'number' ? where : 0;
    const sent =
      drawn.warehouse === null ? {} : { [drawn.isCamel ? 'warehouseId' : 'warehouse_id']: warehouseId(model, where) };
    const sign = words[word];
    const by =
      kept === undefined ? 0 : sign === 0 ? drawn.quantity - levelOf(model, kept, at).stock : sign * drawn.quantity;
    const isShort =
      kept?.is_tracked === true && by < 0 && availableAt(model, kept, at) + by < 0 && !model.settings.allow_negative;
    return {
      ...{
        person,
        method: 'post',
        path: drawn.isCamel ? '/inventory/stock/adjust' : '/inventory/adjustment',
        key: newKey(),
      },
      body: {
        [drawn.isCamel ? 'productId' : 'product_id']: id,
        ...sent,
        quantity: drawn.quantity,
        type: word,
        reason: 'counted',
      },
      faults: [
        person === 'cashier' && 'FORBIDDEN',
        person === 'local' && typeof where === 'number' && branchOf[where] !== 1 && 'FORBIDDEN',
        typeof where !== 'number' && 'VALIDATION_ERROR',
        (kept === undefined || kept.is_deleted) && 'VALIDATION_ERROR',
        !isQuantity(drawn.quantity) && !(sign === 0 && drawn.quantity === 0) && 'VALIDATION_ERROR',
        kept?.is_tracked === false && 'INVALID_STATE',
        isShort && 'INSUFFICIENT_STOCK',
      ],
      happen(data) {
        if (kept === undefined) return undefined;
        move(model, kept, at, { type: wordOf[sign], quantity: by });
        if (data === undefined) return undefined;
        const { stock, reserved } = levelOf(model, kept, at);
        return {
          movement: by === 0 ? null : { quantity: by, balance: stock },
          level: { stock, reserved, available: stock - reserved },
        };
      },
    };
  },
);

export const transfer = command(
  'transfer',
  fc.record({
    person: anyone,
    product: reference,
    from: warehouse,
    to: warehouse,
    quantity,
    isCamel: fc.boolean(),
    isTwisted: seldom,
  }),
  (model, drawn) => {
    const { person, from, quantity: units, isCamel } = drawn;
    // Seldom from one to itself, but for the few that mean it.
    const to = typeof drawn.to === 'number' && drawn.to === from && !drawn.isTwisted ? (drawn.to + 1) % 3 : drawn.to;
    const { id, kept } = findProduct(model, drawn.product);
    const isShort = typeof from === 'number' && kept?.is_tracked === true && units > availableAt(model, kept, from);
    const [from_warehouse, to_warehouse] = [warehouseId(model, from), warehouseId(model, to)];
    return {
      ...{ person, method: 'post', path: isCamel ? '/inventory/stock/transfer' : '/inventory/transfer', key: newKey() },
      body: isCamel
        ? { productId: id, fromWarehouse: from_warehouse, toWarehouse: to_warehouse, quantity: units }
        : { product_id: id, from_warehouse, to_warehouse, quantity: units },
      faults: [
        person === 'cashier' && 'FORBIDDEN',
        person === 'local' && typeof from === 'number' && branchOf[from] !== 1 && 'FORBIDDEN',
        (typeof from !== 'number' || typeof to !== 'number' || from === to) && 'VALIDATION_ERROR',
        (kept === undefined || kept.is_deleted) && 'VALIDATION_ERROR',
        !isQuantity(units) && 'VALIDATION_ERROR',
        kept?.is_tracked === false && 'INVALID_STATE',
        isShort && 'INSUFFICIENT_STOCK',
      ],
      happen(data) {
        if (kept === undefined || typeof from !== 'number' || typeof to !== 'number') return undefined;
        move(model, kept, from, { type: 'transfer_out', quantity: -units });
        move(model, kept, to, { type: 'transfer_in', quantity: units });
        if (data === undefined) return undefined;
        const [left, come] = [levelOf(model, kept, from), levelOf(model, kept, to)];
        return {
          from_level: { stock: left.stock, reserved: left.reserved },
          to_level: { stock: come.stock, reserved: come.reserved },
        };
      },
    };
  },
);
