import type { Column } from '../import-rules.ts';
import { ownColumnsOf } from './heading-rules.ts';
import { normalise } from './normalise-rules.ts';

/** The program that wrote a file, as its headings tell. */
export const sources = ['tillhouse', 'square', 'shopify', 'loyverse', 'unknown'] as const;
export type Source = (typeof sources)[number];

/** What a column of another program's file can hold: our columns, and what makes products of its rows. */
export type Field = Column | 'handle' | 'variant' | 'trackStock';

/** The heading of each field; up to three for the name of a variant. */
export type Mapping = Partial<Record<Exclude<Field, 'variant'>, string>> & { variant?: string[] };

/** A column with the stock of one location. */
export interface LocationColumn {
  heading: string;
  /** The other program's name of the location. */
  location: string;
}

/** Recognises the files of other programs by headings that only they have. */
export function detectSource(headings: readonly string[]): Source {
  const names = new Set(headings.map(normalise));
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name));
  if (has('itemname', 'variationname')) return 'square';
  if (has('handle', 'title') && (has('variantprice') || has('variantsku'))) return 'shopify';
  if (has('handle', 'name') && (has('defaultprice') || has('skuofincludeditem'))) return 'loyverse';
  return names.has('sku') && !isPartlyOther(headings) ? 'tillhouse' : 'unknown';
}

/**
 * Whether a file has words of other programs for columns that it does not have in our words. Only our own files have a
 * column for the product of a variant, and one for each warehouse.
 */
function isPartlyOther(headings: readonly string[]): boolean {
  const { columns } = ownColumnsOf(headings);
  if (columns.includes('parentSku') || headings.some((heading) => /^stock \[/i.test(heading))) return false;
  const others = headings.filter((_, at) => columns[at] === undefined);
  const found = Object.keys(suggestMapping(others, 'unknown'));
  return found.some((field) => !columns.some((column) => column === field));
}

type Known = Exclude<Source, 'tillhouse' | 'unknown'>;

/** The headings of each field, in their normalised form; the first that a file has counts. */
const knownHeadings: Record<Known, Partial<Record<Field, readonly string[]>>> = {
  square: {
    sku: ['sku'],
    handle: ['itemname'],
    name: ['itemname'],
    variant: ['variationname'],
    price: ['price'],
    cost: ['defaultunitcost'],
    stock: ['currentquantity'],
    minStock: ['stockalertcount'],
    category: ['reportingcategory', 'category', 'categories'],
    status: ['archived'],
    barcode: ['gtin'],
    description: ['description'],
  },
  shopify: {
    sku: ['variantsku'],
    handle: ['handle'],
    name: ['title'],
    variant: ['option1value', 'option2value', 'option3value'],
    price: ['variantprice'],
    cost: ['costperitem'],
    stock: ['variantinventoryqty'],
    category: ['type', 'productcategory', 'customproducttype'],
    status: ['status'],
    barcode: ['variantbarcode'],
    description: ['body(html)'],
    trackStock: ['variantinventorytracker'],
  },
  loyverse: {
    sku: ['sku'],
    handle: ['handle'],
    name: ['name'],
    variant: ['option1value', 'option2value', 'option3value'],
    price: ['defaultprice'],
    cost: ['cost'],
    category: ['category'],
    barcode: ['barcode'],
    description: ['description'],
    trackStock: ['trackstock'],
  },
};

/** Words for each field in price lists of suppliers and other programs: English, German, Indonesian. */
const guesses: Partial<Record<Field, readonly string[]>> = {
  sku: [
    'sku',
    'code',
    'itemcode',
    'productcode',
    'articlenumber',
    'itemno',
    'artikelnummer',
    'artikelnr',
    'kode',
    'kodebarang',
  ],
  name: [
    'name',
    'title',
    'product',
    'item',
    'productname',
    'itemname',
    'artikel',
    'bezeichnung',
    'nama',
    'namabarang',
    'produk',
  ],
  price: [
    'price',
    'sellingprice',
    'retailprice',
    'saleprice',
    'unitprice',
    'preis',
    'verkaufspreis',
    'vk',
    'harga',
    'hargajual',
  ],
  cost: ['cost', 'costprice', 'unitcost', 'purchaseprice', 'einkaufspreis', 'ek', 'hargabeli', 'hargamodal', 'modal'],
  stock: ['stock', 'quantity', 'qty', 'onhand', 'instock', 'inventory', 'bestand', 'menge', 'stok', 'jumlah'],
  minStock: ['minstock', 'reorderpoint', 'reorderlevel', 'lowstock', 'mindestbestand', 'meldebestand', 'stokminimum'],
  category: ['category', 'department', 'group', 'type', 'kategorie', 'warengruppe', 'kategori'],
  status: ['status'],
  barcode: ['barcode', 'ean', 'ean13', 'gtin', 'upc', 'strichcode', 'barkode'],
  description: ['description', 'details', 'beschreibung', 'deskripsi', 'keterangan'],
  unit: ['unit', 'uom', 'einheit', 'satuan'],
  taxRate: ['taxrate', 'vat', 'tax', 'vatrate', 'steuersatz', 'mwst', 'pajak', 'ppn'],
  variant: ['variant', 'variation', 'option', 'variante', 'varian'],
};

/** The mapping that fits a file best. A field for which no heading fits is left out. */
export function suggestMapping(headings: readonly string[], source: Source): Mapping {
  const known = source === 'tillhouse' || source === 'unknown' ? guesses : knownHeadings[source];
  const mapping: Mapping = {};
  for (const [field, names] of Object.entries(known) as [Field, readonly string[]][]) {
    const found = names.flatMap((name) => headings.find((heading) => normalise(heading) === name) ?? []);
    const [first] = found;
    if (first === undefined) continue;
    if (field === 'variant') mapping.variant = found.slice(0, 3);
    else mapping[field] = first;
  }
  // Square and Loyverse have one such column for each location. The reorder point is the product's: take the first.
  const alert = headings.find((heading) => /^(stock alert count|low stock \[)/i.test(heading));
  if (mapping.minStock === undefined && alert !== undefined) mapping.minStock = alert;
  return mapping;
}

/** The columns with the stock of each location. */
export function locationColumns(headings: readonly string[], source: Source): LocationColumn[] {
  const pattern = { square: /^current quantity (\S.*)$/i, loyverse: /^in stock \[(.+)\]$/i }[source as string];
  if (pattern === undefined) return [];
  return headings.flatMap((heading) => {
    const location = pattern.exec(heading)?.[1];
    return location === undefined ? [] : [{ heading, location }];
  });
}

/** The percentage of a column that says whether a tax applies: `Tax - Sales tax (8.5%)`. */
export function taxPercentOf(heading: string): number | undefined {
  const percent = /^tax - .*\((\d{1,3}(?:\.\d{1,4})?)%\)$/i.exec(heading)?.[1];
  return percent === undefined ? undefined : Number(percent);
}
