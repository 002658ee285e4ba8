import { type Static, type TSchema, Type } from 'typebox';

/** Building blocks of request and response schemas, so that a name or an amount has the same bounds everywhere. */

export const id = () => Type.String({ format: 'uuid' });

/** Text that is neither empty nor blank. */
export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'filled-text' });

/** Text that may be empty. */
export const freeText = (maxLength: number) => Type.String({ maxLength, format: 'text' });

export const email = () => Type.String({ format: 'email', maxLength: 254 });

/** An address, or an empty text for none: forms send empty fields. */
export const emailOrEmpty = () => Type.String({ format: 'email-or-empty', maxLength: 254 });

/** A password that a user chooses. */
export const newPassword = () =>
  Type.String({
    minLength: 8,
    maxLength: 128,
    format: 'text',
    description:
      'Any characters; if the operator enables it, common passwords and those that contain details of the user are rejected',
  });

export const pin = () =>
  Type.String({
    maxLength: 8,
    pattern: '^[0-9]{4,8}$',
    'x-sentence': 'must be 4 to 8 digits',
    description: '4 to 8 digits',
  });

const priceAtMost = 9_999_999_999.99;

/** A price or limit in the currency's major unit. Its decimals are checked where the currency is known. */
export const money = () =>
  Type.Number({
    minimum: 0,
    maximum: priceAtMost,
    description: 'Amount in the major unit of the merchant’s currency',
  });

/** In the smallest unit of a currency. Where the currency is known, sums are limited to so many of its units. */
const sumAtMost = 999_999_999_999_999;

/** A sum of several prices, such as a payment or what a drawer contains. */
export const moneySum = () =>
  Type.Number({
    minimum: 0,
    maximum: sumAtMost,
    description: 'Sum in the major unit of the merchant’s currency, within 15 digits of its smallest unit',
  });

/** A sum that may be below 0. */
export const balance = () => ({ ...moneySum(), minimum: -sumAtMost });

/** A discount: an amount in the currency's major unit, or `{ percent }`. */
export const discount = (description: string) =>
  Type.Unsafe<number | { percent: number }>({
    type: ['number', 'object'],
    minimum: 0,
    maximum: sumAtMost,
    properties: { percent: { type: 'number', minimum: 0, maximum: 100 } },
    required: ['percent'],
    description: `${description}: an amount, or { percent } with up to 4 decimals, rounded half up`,
  });

/** An amount in a response. */
export const amount = () => Type.Number({ description: 'Amount in the major unit of the merchant’s currency' });

export const quantity = () => Type.Integer({ minimum: 1, maximum: 1_000_000 });

/** The stock of a new product. */
export const stock = () =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'On hand in all warehouses together' });

/** The stock in a change. */
export const changedStock = () =>
  Type.Integer({
    minimum: -1_000_000_000,
    maximum: 1_000_000_000,
    description: 'On hand in all warehouses together; below 0 only as it is, or if the merchant allows negative stock',
  });

export const timestamp = () => Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds' });

export const day = () => Type.String({ format: 'date', description: 'YYYY-MM-DD on the merchant’s calendar' });

export const currency = (description = 'ISO 4217') => Type.String({ format: 'currency', maxLength: 3, description });

export const timezone = (description = 'IANA time zone') =>
  Type.String({ format: 'timezone', maxLength: 64, description });

/** One of a few words. An enum yields one error for a wrong value; a union of literals yields one for each member. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] });

/** A value or null. */
export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [(schema as { type?: string }).type, 'null'],
    ...('enum' in schema && Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  });

export const idParam = Type.Object({ id: id() });
