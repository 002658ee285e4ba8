import fc from 'fast-check';
import { stockActs } from './approval-rules.ts';
import {
  anyPerson,
  command,
  find,
  findProduct,
  isQuantity,
  newKey,
  quantity,
  rarely,
  reference,
} from './arbitraries.ts';
import { availableAt, branchOf, levelOf, type Model, move } from './model.ts';

const warehouse = fc.oneof(
  { weight: 15, arbitrary: fc.nat({ max: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom('foreign' as const, 'unknown' as const) },
);
type Warehouse = number | 'foreign' | 'unknown';
const warehouseId = (model: Model, wanted: Warehouse) =>
  typeof wanted === 'number'
    ? (model.shop.warehouses[wanted] ?? '')
    : find(model, 'warehouse', { among: [], wanted }).id;

const words = { addition: 1, in: 1, subtraction: -1, out: -1, adjustment: 0 } as const;
const wordOf = { '1': 'addition', '-1': 'subtraction', '0': 'adjustment' } as const;

export const adjust = command(
  'adjust',
  fc.record({
    person: anyPerson,
    product: reference,
    warehouse: fc.option(warehouse),
    quantity,
    word: fc.constantFrom(...(Object.keys(words) as (keyof typeof words)[])),
    isCamel: fc.boolean(),
  }),
  (model, drawn) => {
    const { person, word } = drawn;
    const { id, record } = findProduct(model, drawn.product);
    const where: Warehouse = drawn.warehouse ?? (person === 'local' ? 1 : 0);
    const at = typeof where === 'number' ? where : 0;
    const sent =
      drawn.warehouse === null ? {} : { [drawn.isCamel ? 'warehouseId' : 'warehouse_id']: warehouseId(model, where) };
    const sign = words[word];
    const by =
      record === undefined ? 0 : sign === 0 ? drawn.quantity - levelOf(model, record, at).stock : sign * drawn.quantity;
    const isShort =
      record?.is_tracked === true &&
      by < 0 &&
      availableAt(model, record, at) + by < 0 &&
      !model.settings.allow_negative;
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
      errors: [
        person === 'cashier' && 'FORBIDDEN',
        person === 'local' && typeof where === 'number' && branchOf[where] !== 1 && 'FORBIDDEN',
        typeof where !== 'number' && 'VALIDATION_ERROR',
        (record === undefined || record.is_deleted) && 'VALIDATION_ERROR',
        !isQuantity(drawn.quantity) && !(sign === 0 && drawn.quantity === 0) && 'VALIDATION_ERROR',
        record?.is_tracked === false && 'INVALID_STATE',
        isShort && 'INSUFFICIENT_STOCK',
      ],
      acts: stockActs(by, record?.cost ?? 0n),
      branch: branchOf[at as 0 | 1 | 2],
      pinned: { ...drawn, product: { id, record } },
      apply(data) {
        if (record === undefined) return undefined;
        move(model, record, at, { type: wordOf[sign], quantity: by });
        if (data === undefined) return undefined;
        const { stock, reserved } = levelOf(model, record, at);
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
    person: anyPerson,
    product: reference,
    from: warehouse,
    to: warehouse,
    quantity,
    isCamel: fc.boolean(),
    isTwisted: rarely,
  }),
  (model, drawn) => {
    const { person, from, quantity: units, isCamel } = drawn;
    // A transfer from a warehouse to itself is always wrong, so only a few are tried.
    const to = typeof drawn.to === 'number' && drawn.to === from && !drawn.isTwisted ? (drawn.to + 1) % 3 : drawn.to;
    const { id, record } = findProduct(model, drawn.product);
    const isShort = typeof from === 'number' && record?.is_tracked === true && units > availableAt(model, record, from);
    const [from_warehouse, to_warehouse] = [warehouseId(model, from), warehouseId(model, to)];
    return {
      ...{ person, method: 'post', path: isCamel ? '/inventory/stock/transfer' : '/inventory/transfer', key: newKey() },
      body: isCamel
        ? { productId: id, fromWarehouse: from_warehouse, toWarehouse: to_warehouse, quantity: units }
        : { product_id: id, from_warehouse, to_warehouse, quantity: units },
      errors: [
        person === 'cashier' && 'FORBIDDEN',
        person === 'local' && typeof from === 'number' && branchOf[from] !== 1 && 'FORBIDDEN',
        (typeof from !== 'number' || typeof to !== 'number' || from === to) && 'VALIDATION_ERROR',
        (record === undefined || record.is_deleted) && 'VALIDATION_ERROR',
        !isQuantity(units) && 'VALIDATION_ERROR',
        record?.is_tracked === false && 'INVALID_STATE',
        isShort && 'INSUFFICIENT_STOCK',
      ],
      apply(data) {
        if (record === undefined || typeof from !== 'number' || typeof to !== 'number') return undefined;
        move(model, record, from, { type: 'transfer_out', quantity: -units });
        move(model, record, to, { type: 'transfer_in', quantity: units });
        if (data === undefined) return undefined;
        const [source, target] = [levelOf(model, record, from), levelOf(model, record, to)];
        return {
          from_level: { stock: source.stock, reserved: source.reserved },
          to_level: { stock: target.stock, reserved: target.reserved },
        };
      },
    };
  },
);
