import fc from 'fast-check';
import type { Person } from '../shop.ts';
import { stockActs } from './approval-rules.ts';
import { anyPerson, command, type Drawn, findProduct, money, reference } from './arbitraries.ts';
import {
  availableAt,
  categoryOf,
  ensureCategory,
  isAmount,
  type Model,
  move,
  notDeleted,
  stockOf,
  toWire,
} from './model.ts';
import type { Product } from './records.ts';

const rate = fc.constantFrom(null, 0, 70_000, 77_500, 190_000);
const taxRateOf = (drawn: number | null) => (drawn === null ? null : BigInt(drawn));
const percent = (drawn: number | null) => (drawn === null ? null : drawn / 10_000);

const category = fc.constantFrom(null, 'Drinks', 'DRINKS', 'Food');

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
    category,
  });

const newProduct = newProductBy(anyPerson);

const isTaken = (model: Model, sku: string, but?: Product) =>
  notDeleted(model.products).some((one) => one !== but && one.sku === sku);
const mayChangeProducts = (person: Person) => person !== 'cashier';

const categoryShown = (product: Product) => ({ category: categoryOf(product) });

/** The parts of a request that are the same for a new product and a new variant. */
function planSku(model: Model, drawn: Drawn<typeof newProduct>, parent: Product | null) {
  const { person, is_tracked, stock, tax_rate, min_stock, price, cost } = drawn;
  const sku = `SKU-${drawn.sku}`;
  const name = `Product ${model.products.length}`;
  const body = {
    ...{ sku, name, min_stock, price: toWire(price, model.settings), cost: toWire(cost, model.settings) },
    ...{ track_stock: is_tracked, tax_rate: percent(tax_rate) },
    ...(is_tracked ? { stock } : {}),
    ...(parent === null ? { category: drawn.category } : {}),
  };
  const errors = [
    !mayChangeProducts(person) && ('FORBIDDEN' as const),
    // The initial stock goes to the default warehouse, which belongs to another branch.
    person === 'local' && is_tracked && stock > 0 && ('FORBIDDEN' as const),
    !(isAmount(price) && isAmount(cost)) && ('VALIDATION_ERROR' as const),
    isTaken(model, sku) && ('DUPLICATE' as const),
  ];
  const apply = (data: { id: string }) => {
    const made: Product = {
      ...{ id: data.id, sku, name, min_stock, is_tracked, parent, price: BigInt(price), cost: BigInt(cost) },
      ...{ tax_rate: taxRateOf(tax_rate), is_active: true, is_deleted: false },
      category: parent === null && drawn.category !== null ? ensureCategory(model, drawn.category) : null,
    };
    model.products.push(made);
    if (is_tracked) move(model, made, 0, { type: 'initial', quantity: stock });
    return {
      ...body,
      stock: is_tracked ? stock : 0,
      status: 'active',
      ...(parent === null ? categoryShown(made) : {}),
    };
  };
  return { person, body, errors, apply };
}

const createProductAs = (by: fc.Arbitrary<Person>) =>
  command('create product', newProductBy(by), (model, drawn) => ({
    ...planSku(model, drawn, null),
    ...{ method: 'post', path: '/products', status: 201 },
  }));

export const createProduct = createProductAs(anyPerson);
export const createFirstProduct = createProductAs(fc.constant('owner'));

export const createVariant = command('create variant', fc.tuple(reference, newProduct), (model, [of, drawn]) => {
  const { id, record } = findProduct(model, of);
  const { errors, ...attempt } = planSku(model, drawn, record ?? null);
  const parent = (record === undefined || record.is_deleted) && ('NOT_FOUND' as const);
  const isVariant = record?.parent !== null && ('INVALID_STATE' as const);
  return {
    ...attempt,
    method: 'post',
    path: `/products/${id}/variants`,
    status: 201,
    errors: [...errors, parent, isVariant],
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
    category,
  },
  { requiredKeys: [] },
);

export const changeProduct = command(
  'change product',
  fc.tuple(anyPerson, reference, fc.boolean(), change),
  (model, drawn) => {
    const [person, of, isWhole, { price, cost, stock, is_active, tax_rate, sku, category: moved }] = drawn;
    const { id, record } = findProduct(model, of);
    if (record?.is_tracked === false && stock !== undefined) return undefined;
    const body = {
      ...(price === undefined ? {} : { price: toWire(price, model.settings) }),
      ...(cost === undefined ? {} : { cost: toWire(cost, model.settings) }),
      ...(stock === undefined ? {} : { stock }),
      ...(is_active === undefined ? {} : { status: is_active ? 'active' : 'inactive' }),
      ...(tax_rate === undefined ? {} : { tax_rate: percent(tax_rate) }),
      ...(sku === undefined ? {} : { sku: `SKU-${sku}` }),
      ...(moved === undefined ? {} : { category: moved }),
    };
    // A counted total of all warehouses: the difference is booked in the default warehouse.
    const difference = record === undefined || stock === undefined ? 0 : stock - stockOf(model, record);
    // The specification does not say what a user without this right gets for a count without a difference.
    if (person === 'local' && stock !== undefined && difference === 0) return undefined;
    const isShort =
      record !== undefined &&
      difference < 0 &&
      availableAt(model, record, 0) + difference < 0 &&
      !model.settings.allow_negative;
    return {
      ...{ person, body, method: isWhole ? 'put' : 'patch', path: `/products/${id}` },
      errors: [
        !mayChangeProducts(person) && 'FORBIDDEN',
        (record === undefined || record.is_deleted) && 'NOT_FOUND',
        (!isAmount(price ?? 0) || !isAmount(cost ?? 0)) && 'VALIDATION_ERROR',
        sku !== undefined && isTaken(model, `SKU-${sku}`, record) && 'DUPLICATE',
        person === 'local' && difference !== 0 && 'FORBIDDEN',
        isShort && 'INSUFFICIENT_STOCK',
      ],
      acts: stockActs(difference, record?.cost ?? 0n),
      pinned: [person, { id, record }, isWhole, drawn[3]],
      apply() {
        if (record === undefined) return undefined;
        if (price !== undefined) record.price = BigInt(price);
        if (cost !== undefined) record.cost = BigInt(cost);
        if (is_active !== undefined) record.is_active = is_active;
        if (tax_rate !== undefined) record.tax_rate = taxRateOf(tax_rate);
        if (sku !== undefined) record.sku = `SKU-${sku}`;
        // A variant stays in the category of its product.
        if (moved !== undefined && record.parent === null)
          record.category = moved === null ? null : ensureCategory(model, moved);
        if (difference !== 0) move(model, record, 0, { type: 'adjustment', quantity: difference });
        return { id, ...body, ...(moved === undefined ? {} : categoryShown(record)) };
      },
    };
  },
);

export const deleteProduct = command('delete product', fc.tuple(anyPerson, reference), (model, [person, of]) => {
  const { id, record } = findProduct(model, of);
  return {
    ...{ person, method: 'delete', path: `/products/${id}` },
    errors: [!mayChangeProducts(person) && 'FORBIDDEN', (record === undefined || record.is_deleted) && 'NOT_FOUND'],
    apply() {
      for (const one of model.products) if (one === record || one.parent === record) one.is_deleted = true;
      return undefined;
    },
  };
});
