import { type Minor, readDecimal, toMinor } from '@tillhouse/core/money';
import { invalidField, ValidationErrors } from '../../core/errors.ts';
import { isOwn } from '../../core/pictures.ts';
import { blankToNull } from '../../core/texts.ts';
import { type Image, readImage } from '../../platform/files/read-image.ts';

/** The input for a product. Money is in major units, the tax rate in percent. */
export interface ProductInput {
  sku?: string;
  name?: string;
  description?: string;
  category?: string | null;
  price?: number;
  cost?: number;
  /** On hand in all warehouses together. */
  stock?: number;
  status?: 'active' | 'inactive';
  images?: string[];
  barcode?: string | null;
  min_stock?: number | null;
  tax_rate?: number | null;
  track_stock?: boolean;
  unit?: string | null;
}

export interface NewProductInput extends ProductInput {
  sku: string;
  name: string;
  price: number;
}

/** The stored fields, without category and stock, which are in other tables. */
export interface ProductFields {
  sku: string;
  name: string;
  description: string;
  price: Minor;
  cost: Minor;
  status: 'active' | 'inactive';
  images: string[];
  barcode: string | null;
  min_stock: number | null;
  tax_rate_ppm: number | null;
  track_stock: boolean;
  unit: string | null;
}

/** Fields that a client may set; all others are ignored. */
export const settableFields = [
  'sku',
  'name',
  'description',
  'category',
  'price',
  'cost',
  'stock',
  'status',
  'images',
  'barcode',
  'min_stock',
  'tax_rate',
  'track_stock',
  'unit',
] as const satisfies (keyof ProductInput)[];

/** Percent to parts per million; `undefined` for more than four decimals. */
export function ppmOfPercent(percent: number): number | undefined {
  const ppm = readDecimal(percent, 4);
  return ppm === undefined ? undefined : Number(ppm);
}

export const percentOfPpm = (ppm: number): number => ppm / 10_000;

/** The fields of a new product; omitted ones get their defaults. */
export const readNewFields = (input: NewProductInput, currency: string, errors: ValidationErrors) => ({
  sku: input.sku,
  name: input.name,
  // Remains only if the price was invalid, which is reported.
  price: 0n,
  ...readFields(input, currency, errors),
});

/**
 * Accepts keys of stored pictures, and addresses of other servers. Those must be https, because a http response can be
 * replaced on its way.
 */
function readImages(images: string[], errors: ValidationErrors): string[] {
  for (const [index, image] of images.entries())
    if (!isOwn(image) && !/^https:/i.test(image))
      errors.add(`images[${index}]`, 'must be an https address, or one under this service’s own address for files');
  return images;
}

/** The fields to store; omitted ones are left out. Adds an error for amounts that cannot be stored exactly. */
export function readFields(input: ProductInput, currency: string, errors: ValidationErrors): Partial<ProductFields> {
  const fields: Partial<ProductFields> = {};
  const { sku, name, description, status, images, barcode, min_stock, track_stock, unit } = input;
  if (sku !== undefined) fields.sku = sku.trim();
  if (name !== undefined) fields.name = name.trim();
  if (description !== undefined) fields.description = description;
  if (status !== undefined) fields.status = status;
  if (images !== undefined) fields.images = readImages(images, errors);
  if (barcode !== undefined) fields.barcode = blankToNull(barcode);
  if (min_stock !== undefined) fields.min_stock = min_stock;
  if (track_stock !== undefined) fields.track_stock = track_stock;
  if (unit !== undefined) fields.unit = blankToNull(unit);
  for (const field of ['price', 'cost'] as const) {
    const major = input[field];
    if (major === undefined) continue;
    const minor = toMinor(major, currency);
    if (minor === undefined) errors.add(field, 'has more decimals than the currency');
    else fields[field] = minor;
  }
  if (input.tax_rate !== undefined) {
    const ppm = input.tax_rate === null ? null : ppmOfPercent(input.tax_rate);
    if (ppm === undefined) errors.add('tax_rate', 'must have at most four decimals');
    else fields.tax_rate_ppm = ppm;
  }
  return fields;
}

/** Fields that can be set to the same value for many products. */
export type CommonInput = Pick<
  ProductInput,
  'category' | 'status' | 'price' | 'cost' | 'min_stock' | 'tax_rate' | 'unit'
>;

/** The errors of the well-formed part of a change of many products. */
export function validateProductChanges(
  { changes = {} }: { changes?: CommonInput },
  currency: string,
): ValidationErrors {
  const errors = new ValidationErrors();
  for (const { field, message } of validateProduct(changes, currency).details) errors.add(`changes.${field}`, message);
  return errors;
}

/** The errors of the well-formed part of a product. */
export function validateProduct(part: ProductInput, currency: string): ValidationErrors {
  const errors = new ValidationErrors();
  readFields(part, currency, errors);
  return errors;
}

/** A product is shown with all of its variants, and a till receives all of them when it changes. */
export const variantsAtMost = 250;

/**
 * How many products are read, changed and written to events in one step of a transaction. A product can have 80 KiB, and
 * so have its event and its audit entry.
 */
export const productsAtOnce = 20;

export const imageBytesAtMost = 5 * 1024 * 1024;

/** @throws AppError VALIDATION_ERROR on `file` for a file that is not a picture, damaged, or too large */
export function checkImage(content: Buffer): Image {
  const read = readImage(content);
  if ('fault' in read) throw invalidField('file', read.fault);
  return read;
}
