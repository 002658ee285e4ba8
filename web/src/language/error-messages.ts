import type { TextName } from './en-audit.ts';
import { splitWait } from './error-wait.ts';
import { knownErrors } from './known-errors.ts';
import type { Values } from './texts.ts';

/**
 * Translates errors of the service to the page's language. The service sends English messages; the common ones are
 * recognized here. Other errors get the text of their code, followed by the service's message if the code is too
 * general.
 */

type Translate = (name: TextName, values?: Values) => string;

export interface Detail {
  field: string;
  message: string;
}

export interface ServiceError {
  code: string;
  /** The message of the service, in English. */
  message: string;
  details: readonly Detail[];
  retry_after_s?: number | undefined;
}

/** Language of the service's messages. */
const serviceLanguage = 'en';

/** A number with decimals in the separators of the page's language. The service writes a point. */
function valueIn(value: string, language: string): string {
  const [, decimals] = /^-?\d+\.(\d{1,6})$/.exec(value) ?? [];
  if (decimals === undefined || language === serviceLanguage) return value;
  return new Intl.NumberFormat(language, { minimumFractionDigits: decimals.length }).format(Number(value));
}

/** Translates a message of the service; `undefined` if it is not known. */
export function translateKnown(message: string, t: Translate, language: string): string | undefined {
  for (const [pattern, name] of knownErrors) {
    const found = pattern.exec(message);
    if (found === null) continue;
    const values: Record<string, string> = {};
    // A product's name stays as it is, also if it looks like a number.
    for (const [group, value] of Object.entries(found.groups ?? {}))
      values[group] = group === 'name' ? value : valueIn(value, language);
    return t(name, values);
  }
  return undefined;
}

/** Translates the error message of one field. */
export const fieldMessage = (message: string, t: Translate, language: string): string =>
  translateKnown(message, t, language) ?? message;

/**
 * Translates the message of a row of a file: `SKU: is required; Price: must be a number`. The headings are those of the
 * file.
 */
export const rowMessage = (message: string, t: Translate, language: string): string =>
  translateKnown(message, t, language) ??
  message
    .split('; ')
    .map((part) => {
      const [, heading, why = ''] = /^(.+?): (.+)$/.exec(part) ?? [];
      const translated = translateKnown(heading === undefined ? part : why, t, language);
      return translated === undefined
        ? part
        : heading === undefined
          ? translated
          : t('error.ofField', { field: heading, message: translated });
    })
    .join('; ');

/** Translates `row 3: …`, the form that a check of a file gives. */
export function rowError(error: string, t: Translate, language: string): string {
  const [, row, message] = /^row (\d+): (.*)$/s.exec(error) ?? [];
  return row === undefined || message === undefined
    ? error
    : t('import.row', { row, message: rowMessage(message, t, language) });
}

/** Labels of the fields. */
const fields: Record<string, TextName> = {
  name: 'products.name',
  sku: 'products.sku',
  barcode: 'products.barcode',
  category: 'products.category',
  price: 'products.price',
  cost: 'products.cost',
  stock: 'products.stock',
  min_stock: 'products.minStock',
  tax_rate: 'product.tax',
  unit: 'product.unit',
  description: 'product.description',
  quantity: 'stock.quantity',
  reason: 'stock.reason',
  discount: 'sale.discount',
  payment_method: 'sales.method',
  customer_id: 'sale.customer',
  email: 'signIn.email',
  password: 'signIn.password',
};

function nameOfField(field: string, t: Translate): string {
  const name = fields[field.replace(/^.*\./, '')];
  return name === undefined ? field : t(name);
}

const lineOf = (field: string): number | undefined => {
  const [, index] = /^items\[(\d+)\]/.exec(field) ?? [];
  return index === undefined ? undefined : Number(index);
};

/** A detail with its field. A line of a sale is named by its product or its number. */
function formatDetail(
  { field, message }: Detail,
  language: string,
  t: Translate,
  nameOf: NameOfLine | undefined,
): string {
  const translated = fieldMessage(message, t, language);
  const line = lineOf(field);
  if (line === undefined) return t('error.ofField', { field: nameOfField(field, t), message: translated });
  const name = nameOf?.(line);
  return name === undefined
    ? t('error.ofLine', { line: line + 1, message: translated })
    : t('error.ofField', { field: name, message: translated });
}

/** The product name of a line of a sale, by its index in the request. */
export type NameOfLine = (line: number) => string | undefined;

/** These codes are too general. The service's message follows, even if it is not translated. */
const codesWithServiceMessage = [
  'FORBIDDEN',
  'INVALID_STATE',
  'DUPLICATE',
  'MALFORMED_REQUEST',
  'IDEMPOTENCY_CONFLICT',
];

const isCode = (code: string): code is ErrorCode => (errorCodes as readonly string[]).includes(code);

export const errorCodes = [
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'TOKEN_EXPIRED',
  'INVALID_CREDENTIALS',
  'FORBIDDEN',
  'APPROVAL_REQUIRED',
  'APPROVAL_INVALID',
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'DUPLICATE',
  'INSUFFICIENT_STOCK',
  'INVALID_STATE',
  'IDEMPOTENCY_CONFLICT',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;
type ErrorCode = (typeof errorCodes)[number];

/** The whole error message for the user. */
export function errorMessage(
  { code, message, details, retry_after_s }: ServiceError,
  language: string,
  t: Translate,
  nameOf?: NameOfLine,
): string {
  const { reason, wait } = splitWait(message, language);
  const translatedReason = translateKnown(reason, t, language);
  if (wait !== undefined && translatedReason !== undefined)
    return t('error.waitFor', { reason: translatedReason, wait });
  const known = translateKnown(message, t, language);
  const listed = code === 'VALIDATION_ERROR' || code === 'INSUFFICIENT_STOCK' ? details : [];
  if (known !== undefined) {
    if (listed.length === 0) return known;
    return t('error.because', {
      message: known,
      details: listed.map((detail) => formatDetail(detail, language, t, nameOf)).join('; '),
    });
  }
  if (code === 'RATE_LIMITED' && retry_after_s !== undefined && /^More than \d+ requests in a minute/.test(message))
    return t('error.wait', { seconds: retry_after_s });
  if (language === serviceLanguage || !isCode(code)) return message;
  const translated = t(`error.${code}`);
  return codesWithServiceMessage.includes(code) && message !== ''
    ? t('error.because', { message: translated, details: message })
    : translated;
}
