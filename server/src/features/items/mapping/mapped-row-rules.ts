import { createHash } from 'node:crypto';
import type { Merchant } from '../../../core/actor.ts';
import { invalidField } from '../../../core/errors.ts';
import type { ReadCell, ReadRow } from '../../../platform/files/cells.ts';
import type { NumberStyle } from '../../../platform/files/number-style-rules.ts';
import { type OwnColumn, type RowFields, readRow } from '../import-rules.ts';
import type { Layout, MappedColumns } from './mapping-rules.ts';
import { createNumberReader, type NumberReader } from './number-rules.ts';

/** Reads the rows of one file in order. A row makes no product, one, or two: a product and its first variant. */
export type RowReader = (row: ReadRow, next: ReadRow | undefined) => RowFields[];

type ImportRules = Pick<Merchant, 'currency' | 'allow_negative_stock'>;

/** @returns a reader, which throws AppError VALIDATION_ERROR naming each wrong column */
export function createRowReader(layout: Layout, merchant: ImportRules, style: NumberStyle): RowReader {
  const { heading, stocks, mapped } = layout;
  const numbers = createNumberReader(layout, merchant.currency, style);
  if (mapped !== undefined) return mappedRowReader({ ...layout, mapped }, merchant, numbers);
  // An export has stock below 0 as it is, also if the merchant no longer allows it. The plan rejects any other.
  const rules = { ...merchant, allow_negative_stock: true };
  // Files with our own names have plain numbers, unless a spreadsheet wrote them with semicolons and decimal commas.
  if (style.separator !== ';' && !layout.hasOtherNumbers)
    return ({ cells }) => [readRow(cells, heading, rules, stocks)];
  return ({ cells }) => [readRow(numbers.ofRow(cells), heading, rules, stocks)];
}

/** The rows of one product so far. */
interface Group {
  handle: string;
  /** The first row, from which later ones take what they leave empty. */
  cells: readonly ReadCell[];
  variants: number;
  /** Whether a product was made for the variants. */
  hasProduct: boolean;
}

/** What later rows of a product leave empty, because the first has it. */
const filledDown: readonly OwnColumn[] = ['name', 'category', 'description', 'status', 'unit'];

function mappedRowReader(
  layout: Layout & { mapped: MappedColumns },
  merchant: ImportRules,
  numbers: NumberReader,
): RowReader {
  const { heading, stocks, mapped } = layout;
  const positions = filledDown.flatMap((column) => heading.get(column) ?? []);
  let group: Group | undefined;
  const skuFor = createSkuMaker();
  return ({ cells: own }, next) => {
    const handle = handleOf(own, layout);
    const isLater = group !== undefined && handle !== '' && handle === group.handle;
    const before = isLater && group !== undefined ? group : { handle, cells: own, variants: 0, hasProduct: false };
    group = before;
    const variant = variantOf(own, mapped);
    if (isLater && variant === '' && isWithoutProduct(own, layout)) return [];
    const cells = isLater ? fillDown(own, before.cells, positions) : own;
    const isVariant = isOneOfSeveral(variant, before, next, layout);
    if (variant !== '') before.variants += 1;
    const values = valuesOf(cells, layout, { variant: isVariant ? variant : '', numbers, skuFor });
    const list = [...values];
    const fields = readRow(
      list.map(([, value]) => value),
      new Map(list.map(([column], at) => [column, at])),
      merchant,
      stocks.map((stock) => ({ ...stock, cell: numbers.ofStock(stock, own[stock.at] ?? null) })),
    );
    const tracked = withTracking(fields, own, mapped);
    if (!isVariant) return [variant === '' ? tracked : { ...tracked, variant_name: variant }];
    const parent_sku = skuFor(handle, '');
    const inputs = variantInputs(tracked, { variant, parent_sku, hasProduct: before.hasProduct });
    before.hasProduct = true;
    return inputs;
  };
}

const textAt = (cells: readonly ReadCell[], at: number | undefined): string =>
  at === undefined ? '' : String(cells[at] ?? '').trim();

const handleOf = (cells: readonly ReadCell[], { heading, mapped }: Layout): string =>
  textAt(cells, mapped?.handle) || (mapped?.handle === undefined ? '' : textAt(cells, heading.get('name')));

/** The values of the options; Shopify writes `Default Title` for a product without any. */
const variantOf = (cells: readonly ReadCell[], { variant }: MappedColumns): string =>
  variant
    .map((at) => textAt(cells, at))
    .filter((text) => text !== '' && text !== 'Default Title')
    .join(' / ');

/** Names that programs give to the only variant of a product. */
const onlyVariant = /^(regular|default|standard|normal)$/i;

function isOneOfSeveral(
  variant: string,
  before: Group,
  next: ReadRow | undefined,
  layout: Layout & { mapped: MappedColumns },
) {
  if (variant === '') return false;
  if (!onlyVariant.test(variant) || before.variants > 0) return true;
  return (
    next !== undefined && handleOf(next.cells, layout) === before.handle && variantOf(next.cells, layout.mapped) !== ''
  );
}

/** Further pictures of a product (Shopify). @throws AppError for what a bundle consists of (Loyverse) */
function isWithoutProduct(cells: readonly ReadCell[], { heading, mapped }: Layout): boolean {
  if (textAt(cells, heading.get('sku')) !== '' || textAt(cells, heading.get('price')) !== '') return false;
  if (textAt(cells, mapped?.included) !== '')
    throw invalidField('SKU of included item', 'is a part of a bundle, which is not imported');
  return true;
}

function fillDown(cells: readonly ReadCell[], first: readonly ReadCell[], positions: readonly number[]): ReadCell[] {
  const filled = [...cells];
  for (const at of positions) if (textAt(cells, at) === '') filled[at] = first[at] ?? null;
  return filled;
}

/** The values of our columns in a row. */
function valuesOf(
  cells: readonly ReadCell[],
  layout: Layout & { mapped: MappedColumns },
  { variant, numbers, skuFor }: { variant: string; numbers: NumberReader; skuFor: typeof skuOf },
): Map<OwnColumn, ReadCell> {
  const { heading, mapped, source } = layout;
  const values = new Map<OwnColumn, ReadCell>();
  for (const [column, at] of heading) values.set(column, numbers.ofColumn(column, cells[at] ?? null));
  // Shopify marks numbers as text by an apostrophe.
  for (const column of ['sku', 'barcode'] as const)
    if (values.has(column)) values.set(column, String(values.get(column) ?? '').replace(/^'/, ''));
  if (/^variable$/i.test(String(values.get('price') ?? '').trim()))
    throw invalidField('price', 'is variable; a product needs a price');
  if (source === 'shopify' && values.has('description'))
    values.set('description', textOfHtml(String(values.get('description') ?? '')));
  if (values.has('status')) values.set('status', statusOf(String(values.get('status') ?? ''), mapped.isArchived));
  const tax = taxOf(cells, mapped);
  if (tax !== undefined) values.set('taxRate', tax);
  if (String(values.get('sku') ?? '').trim() === '') {
    const product = textAt(cells, mapped.handle) || textAt(cells, heading.get('name'));
    values.set('sku', skuFor(product, variant));
  }
  return values;
}

const isNo = (text: string): boolean => /^(n|no|false|0|)$/i.test(text);

function statusOf(written: string, isArchived: boolean): string {
  const text = written.trim();
  if (isArchived) return isNo(text) ? 'active' : 'inactive';
  if (/^(draft|archived|unlisted|inactive)$/i.test(text)) return 'inactive';
  return text === '' ? '' : text.toLowerCase();
}

function taxOf(cells: readonly ReadCell[], { taxes, taxable }: MappedColumns): number | undefined {
  if (/^false$/i.test(textAt(cells, taxable))) return 0;
  if (taxes.length === 0) return undefined;
  const sum = taxes.reduce((total, { at, percent }) => (isNo(textAt(cells, at)) ? total : total + percent * 10_000), 0);
  return Math.round(sum) / 10_000;
}

/** Without stock that is not tracked. */
function withTracking(fields: RowFields, cells: readonly ReadCell[], { trackStock }: MappedColumns): RowFields {
  if (trackStock === undefined) return fields;
  if (!isNo(textAt(cells, trackStock))) return { ...fields, track_stock: true };
  const { stock: _, stocks: __, ...rest } = fields;
  return { ...rest, track_stock: false };
}

/** A product that its variants share, once, and the variant. */
function variantInputs(
  { category, description, name, stock, stocks, barcode, min_stock, ...fields }: RowFields,
  { variant, parent_sku, hasProduct }: { variant: string; parent_sku: string; hasProduct: boolean },
): RowFields[] {
  if (variant.length > 300) throw invalidField('variant', 'must have at most 300 characters');
  if (parent_sku === fields.sku) throw invalidField('sku', 'is also that of the product of this variant');
  const given = (values: { [Name in keyof RowFields]?: RowFields[Name] | undefined }): Partial<RowFields> =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const product = { ...fields, ...given({ name, category, description }), sku: parent_sku, track_stock: false };
  const one = { ...fields, ...given({ stock, stocks, barcode, min_stock }), name: variant, parent_sku };
  return hasProduct ? [one] : [product, one];
}

const skuAtMost = 100;

/** Characters that tell products apart: C, C++ and C#. Others only separate words. */
const telling = /[\p{S}#%&*@!?]/u;

/** What a SKU is made for. */
const namedIn = (product: string, variant: string): string =>
  [product, variant].map((text) => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')).join('\n');

function withDigest(text: string, named: string): string {
  const digest = createHash('sha256').update(named).digest('hex').slice(0, 8);
  return [text.slice(0, skuAtMost - 9).toWellFormed(), digest].filter(Boolean).join('-');
}

/** A SKU for what has none: the same each time that the file is imported. */
export function skuOf(product: string, variant: string): string {
  const named = namedIn(product, variant);
  if (named.trim() === '') return '';
  const text = named.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return text === '' || text.length > skuAtMost || telling.test(named) ? withDigest(text, named) : text;
}

/** Makes SKUs for one file: another one for each name, also if names differ only by what separates their words. */
function createSkuMaker(): typeof skuOf {
  const made = new Map<string, string>();
  return (product, variant) => {
    const named = namedIn(product, variant);
    const sku = skuOf(product, variant);
    const first = made.get(sku) ?? named;
    made.set(sku, first);
    return first === named ? sku : withDigest(sku, named);
  };
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'", deg: '°' }));

/** The text of a description in HTML. It is shown as text, so this need not be safe, only readable. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/li|\/div|\/h[1-6])\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&#(\d{1,5});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&([a-z]{2,8});/g, (whole, name: string) => entities.get(name) ?? whole)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
