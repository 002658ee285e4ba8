/**
 * The fields of a product as they are recorded: those that an import sets, and others by which an edited product is
 * known. Amounts are minor units, as text.
 */
export interface ProductFields {
  sku: string;
  name: string;
  description: string;
  /** Of a product. A variant is in its product's category. */
  category: string | null;
  category_id: string | null;
  price: string;
  cost: string;
  status: 'active' | 'inactive';
  barcode: string | null;
  min_stock: number | null;
  tax_rate_ppm: number | null;
  unit: string | null;
  track_stock: boolean;
  /** One in each line. */
  images: string;
}

type Value = string | number | boolean | null;
export type Fields = Record<string, Value>;

/** A recorded change. */
export interface Change {
  id: string;
  kind: 'product' | 'stock' | 'customer';
  subject_id: string;
  warehouse_id: string | null;
  quantity: number | null;
  /** Null for a record that the import created. */
  before: Fields | null;
  after: Fields | null;
  created_at: string;
}

/** What is not reversed, and why. */
export interface Kept {
  subject_id: string;
  /** The SKU of a product. */
  sku: string | null;
  name: string;
  /** The field, `stock`, or null for the whole record. */
  field: string | null;
  /** Kept because of a later change, or failed by a rule of stock or of the catalogue. */
  outcome: 'kept' | 'failed';
  reason: string;
}

export interface Facts {
  /** The present record; undefined if it was deleted. */
  current: { id: string; sku: string | null; name: string; fields: Fields } | undefined;
  /** Why it is in use, such as a sale since. */
  used: string | undefined;
  /** Variants that would remain without their product. */
  variants: number;
  /** The warehouses in which its stock has moved since. */
  moved: ReadonlySet<string>;
  /** Why stock cannot be moved there by this quantity. */
  stockFault(warehouse_id: string, quantity: number): string | undefined;
}

export interface SubjectPlan {
  /** Whether the record is removed. */
  isRemoved: boolean;
  /** The fields to set back. */
  fields: Fields;
  moves: { warehouse_id: string; quantity: number }[];
  kept: Kept[];
}

/** A record with what to reverse of it. */
export interface PlannedUndo {
  subject_id: string;
  plan: SubjectPlan;
}

const nothing: SubjectPlan = { isRemoved: false, fields: {}, moves: [], kept: [] };

/** What to reverse of a product or customer. `changes` in the order in which the import made them. */
export function planSubject(changes: readonly Change[], facts: Facts): SubjectPlan {
  const { current } = facts;
  const [first] = changes;
  if (first === undefined) return nothing;
  const keep = (field: string | null, reason: string, outcome: Kept['outcome'] = 'kept'): Kept => ({
    subject_id: first.subject_id,
    sku: current?.sku ?? null,
    name: current?.name ?? nameIn(changes),
    field,
    outcome,
    reason,
  });
  if (current === undefined) return { ...nothing, kept: [keep(null, 'was deleted since')] };
  const ofFields = changes.filter(({ kind }) => kind !== 'stock');
  const moves = sumsByWarehouse(changes);
  if (ofFields.some(({ before }) => before === null)) {
    const reason = reasonToKeep(ofFields, facts, current.fields);
    if (reason !== undefined) return { ...nothing, kept: [keep(null, reason)] };
    const fault = moves.flatMap((move) => facts.stockFault(move.warehouse_id, -move.quantity) ?? [])[0];
    if (fault !== undefined) return { ...nothing, kept: [keep('stock', fault, 'failed')] };
    return { isRemoved: true, fields: {}, moves: reversed(moves), kept: [] };
  }
  const plan: SubjectPlan = { isRemoved: false, fields: {}, moves: [], kept: [] };
  const edited = editedFields(Object.assign({}, ...ofFields.map(({ after }) => after)), current.fields);
  for (const [field, before] of firstValues(ofFields)) {
    if (!edited.includes(field)) plan.fields[field] = before;
    else if (field !== 'category_id') plan.kept.push(keep(field, 'was edited since'));
  }
  for (const move of moves) {
    const fault = facts.stockFault(move.warehouse_id, -move.quantity);
    if (facts.moved.has(move.warehouse_id)) plan.kept.push(keep('stock', 'has moved since'));
    else if (fault !== undefined) plan.kept.push(keep('stock', fault, 'failed'));
    else plan.moves.push(...reversed([move]));
  }
  return plan;
}

function reasonToKeep(changes: readonly Change[], { used, moved, variants }: Facts, current: Fields) {
  if (used !== undefined) return used;
  if (moved.size > 0) return 'its stock has moved since';
  const last = Object.assign({}, ...changes.map(({ after }) => after)) as Fields;
  const edited = editedFields(last, current).filter((field) => field !== 'category_id');
  if (edited.length > 0) return `was edited since: ${edited.join(', ')}`;
  return variants > 0 ? 'has variants that are kept' : undefined;
}

const nameIn = (changes: readonly Change[]): string =>
  String(changes.map(({ after, before }) => after?.name ?? before?.name).find((name) => name !== undefined) ?? '');

/**
 * The fields with other values than the import's. A category that was renamed since, or that the file spells differently,
 * is the same one.
 */
function editedFields(after: Fields, current: Fields): string[] {
  const isSame = (field: string): boolean =>
    field === 'category' && after.category_id !== undefined
      ? current.category_id === after.category_id
      : current[field] === after[field];
  return Object.keys(after).filter((field) => !isSame(field));
}

/** The value of each changed field before its first change. */
function firstValues(changes: readonly Change[]): Map<string, Value> {
  const fields = new Map<string, Value>();
  for (const { before, after } of changes)
    for (const field of Object.keys(after ?? {})) if (!fields.has(field)) fields.set(field, before?.[field] ?? null);
  return fields;
}

function sumsByWarehouse(changes: readonly Change[]): { warehouse_id: string; quantity: number }[] {
  const sums = new Map<string, number>();
  for (const { warehouse_id, quantity } of changes)
    if (warehouse_id !== null) sums.set(warehouse_id, (sums.get(warehouse_id) ?? 0) + (quantity ?? 0));
  return [...sums]
    .map(([warehouse_id, quantity]) => ({ warehouse_id, quantity }))
    .filter(({ quantity }) => quantity !== 0);
}

const reversed = (moves: readonly { warehouse_id: string; quantity: number }[]) =>
  moves.map(({ warehouse_id, quantity }) => ({ warehouse_id, quantity: -quantity }));

/** The result of an undo so far. */
export interface UndoResult {
  /** Products or customers that the import had created. */
  removed: number;
  /** Products or customers with fields that were set back. */
  restored: number;
  /** Levels of stock that were set back. */
  stock_reversed: number;
  kept: number;
  failed: number;
  /** The first of what was kept or failed. */
  entries: Kept[];
}

export const emptyResult = (): UndoResult => ({
  removed: 0,
  restored: 0,
  stock_reversed: 0,
  kept: 0,
  failed: 0,
  entries: [],
});

export const entriesAtMost = 100;

export function addToResult(result: UndoResult, { isRemoved, fields, moves, kept }: SubjectPlan): UndoResult {
  return {
    removed: result.removed + (isRemoved ? 1 : 0),
    restored: result.restored + (Object.keys(fields).length > 0 ? 1 : 0),
    stock_reversed: result.stock_reversed + moves.length,
    kept: result.kept + kept.filter(({ outcome }) => outcome === 'kept').length,
    failed: result.failed + kept.filter(({ outcome }) => outcome === 'failed').length,
    entries: [...result.entries, ...kept].slice(0, entriesAtMost),
  };
}
