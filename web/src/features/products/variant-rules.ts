import { suggestVariantSku } from './sku-rules.ts';

/** How many variants the service allows for a product, and how many options the forms offer. */
export const variantsAtMost = 250;
export const optionsAtMost = 3;

export interface Option {
  /** Name before a colon, for people; may be empty. The service stores the values only. */
  name: string;
  values: string[];
}

/** Reads an option as it is typed: `Size: S, M, L`, or only its values. Equal values count once. */
export function readOption(text: string): Option {
  const colon = text.indexOf(':');
  const values = new Map<string, string>();
  for (const part of text.slice(colon + 1).split(/[,;]/)) {
    const value = part.trim();
    if (value !== '' && !values.has(value.toLowerCase())) values.set(value.toLowerCase(), value);
  }
  return { name: text.slice(0, Math.max(0, colon)).trim(), values: [...values.values()] };
}

export interface Combination {
  /** Name of the variant, and key of its row: equal for equal values. */
  name: string;
  values: string[];
  sku: string;
}

export interface Combinations {
  rows: Combination[];
  /** Number of all combinations, also if they are too many to list. */
  count: number;
  /** Number of combinations that the product has already. */
  existing: number;
}

interface CombinationsInput {
  options: readonly Option[];
  /** SKU of the product. */
  sku: string;
  /** Names and SKUs of the product's variants. */
  variants: readonly { name: string; sku: string }[];
}

const separator = ' / ';

/** All combinations of the options' values that the product does not have. Too many are counted, but not listed. */
export function combinationsOf({ options, sku, variants }: CombinationsInput): Combinations {
  const lists = options.map(({ values }) => values).filter((values) => values.length > 0);
  const count = lists.length === 0 ? 0 : lists.reduce((product, { length }) => product * length, 1);
  if (count === 0 || count > variantsAtMost) return { rows: [], count, existing: 0 };
  const names = new Set(variants.map(({ name }) => name.toLowerCase()));
  const used = new Set(variants.map((variant) => variant.sku.toLowerCase()));
  const all = lists.reduce<string[][]>(
    (before, values) => before.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  );
  const rows = all
    .filter((values) => !names.has(values.join(separator).toLowerCase()))
    .map((values) => ({ name: values.join(separator), values, sku: unusedSku(suggestVariantSku(sku, values), used) }));
  return { rows, count, existing: count - rows.length };
}

interface MatrixInput extends CombinationsInput {
  /** Variants that were created, and that the product may not show yet. */
  created: readonly { name: string; sku: string }[];
  edits: Edits;
}

/** The combinations of a matrix, those that are to be created, and whether the product may have them. */
export function matrixOf({ created, edits, ...input }: MatrixInput) {
  const names = new Set(input.variants.map(({ name }) => name.toLowerCase()));
  const variants = [...input.variants, ...created.filter(({ name }) => !names.has(name.toLowerCase()))];
  const found = combinationsOf({ ...input, variants });
  const wanted = found.rows.filter(({ name }) => edits[name]?.isLeftOut !== true);
  /** How many more variants the product may have. */
  const limit = Math.max(0, variantsAtMost - variants.length);
  return { ...found, wanted, limit, isTooMany: found.count > variantsAtMost || wanted.length > limit };
}

/** The SKU, with a number behind it if another row has it: `S+` and `S-` give the same. */
function unusedSku(sku: string, used: Set<string>): string {
  let found = sku;
  for (let number = 2; used.has(found.toLowerCase()); number += 1) found = `${sku}-${number}`;
  used.add(found.toLowerCase());
  return found;
}

/** What was typed in a row. A field that is missing shows what the product gives. */
export interface RowEdit {
  isLeftOut?: boolean;
  sku?: string;
  price?: number | undefined;
  cost?: number | undefined;
  stock?: number | undefined;
}

export type Edits = Readonly<Record<string, RowEdit>>;

export interface RowDefaults {
  price: number | undefined;
  cost: number | undefined;
}

export interface NewVariant {
  name: string;
  sku: string;
  price: number;
  cost?: number;
  stock?: number;
  track_stock?: false;
}

export interface ShownRow extends RowDefaults {
  isLeftOut: boolean;
  sku: string;
  stock: number | undefined;
}

/** Fields of a row as they are shown. */
export const shownRow = ({ sku }: Combination, edit: RowEdit = {}, defaults: RowDefaults): ShownRow => ({
  isLeftOut: edit.isLeftOut ?? false,
  sku: edit.sku ?? sku,
  price: 'price' in edit ? edit.price : defaults.price,
  cost: 'cost' in edit ? edit.cost : defaults.cost,
  stock: edit.stock,
});

/** The variants to create: the rows that are not left out. */
export const variantsOf = (
  rows: readonly Combination[],
  edits: Edits,
  { isTracked, ...defaults }: RowDefaults & { isTracked: boolean },
): NewVariant[] =>
  rows.flatMap((row): NewVariant[] => {
    const { isLeftOut, sku, price = 0, cost, stock } = shownRow(row, edits[row.name], defaults);
    if (isLeftOut) return [];
    return [
      {
        name: row.name,
        sku,
        price,
        ...(cost === undefined ? {} : { cost }),
        ...(isTracked ? { stock: stock ?? 0 } : { track_stock: false as const }),
      },
    ];
  });

/** Whether no row has an opening stock. */
export const hasNoStock = (rows: readonly Combination[], edits: Edits): boolean =>
  rows.every(({ name }) => edits[name]?.stock === undefined || edits[name]?.isLeftOut === true);
