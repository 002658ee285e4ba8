import type { TextName } from './en-audit.ts';
import { splitWait } from './error-wait.ts';
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

/** Messages of the service and the text that translates each. Named groups become values of the text. */
const translations: readonly [RegExp, TextName][] = [
  [/^is required$/, 'invalid.required'],
  [/^must not be (empty|blank)$/, 'invalid.empty'],
  [/^must be at least (?<limit>-?[\d.]+)$/, 'invalid.atLeast'],
  [/^must be at most (?<limit>-?[\d.]+)$/, 'invalid.atMost'],
  [/^must be more than (?<limit>.+)$/, 'invalid.moreThan'],
  [/^must not be 0$/, 'invalid.notZero'],
  [/^must have at least (?<limit>\d+) characters$/, 'invalid.longer'],
  [/^must have at most (?<limit>\d+) characters$/, 'invalid.shorter'],
  [/^must be (a whole number|an integer)( or null)?$/, 'invalid.whole'],
  [/^must be a number(, at least 0| or null)?$/, 'invalid.number'],
  [/^is a date; its cell must hold text$/, 'invalid.dateCell'],
  [/^can be read as two numbers: write it without a separator of thousands$/, 'invalid.twoNumbers'],
  [/^was shortened by a spreadsheet: format its column as text$/, 'invalid.shortened'],
  [/^is also in row (?<row>\d+)$/, 'invalid.otherRow'],
  [/^is that of a product, which cannot become a variant$/, 'invalid.notVariant'],
  [/^A customer with another (name|e-mail) has this phone number$/, 'invalid.phoneOfOther'],
  [/^must be 4 to 8 digits$/, 'invalid.pin'],
  [/^is too easy to guess: no repeated digits .*$/, 'invalid.pinGuessable'],
  [/^This PIN cannot be used; choose another$/, 'invalid.pinTaken'],
  [/^must be an e-mail address$/, 'invalid.email'],
  [/^must be a phone number in international format.*$/, 'invalid.phone'],
  [/^must be an existing date.*$/, 'invalid.date'],
  [/^must be an http or https address$/, 'invalid.address'],
  [/^must be an ISO 4217 currency code$/, 'invalid.currency'],
  [/^must be an IANA time zone$/, 'invalid.timezone'],
  [/^must be one of (?<values>.+)$/, 'invalid.oneOf'],
  [/^must be in the future$/, 'invalid.future'],
  [/^must not be after the end date$/, 'invalid.dates'],
  [/^must be at most (?<days>\d+) days from the start$/, 'invalid.days'],
  [/^must be another warehouse than the first$/, 'invalid.otherWarehouse'],
  [/^must be a PNG, JPEG or WebP picture$/, 'invalid.picture'],
  [/^a product has at most (?<limit>\d+) images$/, 'invalid.pictures'],
  [/^has more decimals than (?<currency>[A-Z]{3})$/, 'invalid.decimals'],
  [/^has more decimals than the currency$/, 'invalid.currencyDecimals'],
  [/^is (already in use|taken)$/, 'invalid.taken'],
  [/^This SKU is already in use$/, 'invalid.skuTaken'],
  [/^This barcode is already in use$/, 'invalid.barcodeTaken'],
  [/^This e-mail address is already registered$/, 'invalid.emailTaken'],
  [/^There is already a category of this name$/, 'invalid.categoryTaken'],
  [/^This person is already a member of the staff$/, 'invalid.memberAlready'],
  [/^only (?<count>\d+) available$/, 'invalid.onlyAvailable'],
  [/^none available$/, 'invalid.noneAvailable'],
  [/^would take (?<count>\d+) from the default warehouse, which has only (?<left>\d+) available$/, 'invalid.recount'],
  [/^would take (?<count>\d+) from the default warehouse, which has none available$/, 'invalid.recountNone'],
  [/^would move the stock beyond (?<limit>\d+)$/, 'invalid.stockLimit'],
  [/^only (?<count>\d+) left to refund$/, 'invalid.onlyLeft'],
  [/^is more than is left to refund$/, 'invalid.moreThanLeft'],
  [/^is more than the (line|sale) comes to$/, 'invalid.discount'],
  [/^does not reach what is to be paid in cash$/, 'invalid.cash'],
  [/^is required to pay with points$/, 'invalid.pointsCustomer'],
  [/^(needs|takes) (?<needed>\d+) points, (?<there>\d+) are there$/, 'invalid.points'],
  [/^is not (a|one of) .*(of this merchant|of yours)$/, 'invalid.unknown'],
  [/^is not tracked$/, 'invalid.notTracked'],
  [/^(?<name>.+) is inactive$/, 'invalid.inactive'],
  [/^is wrong( or was used already)?$/, 'invalid.code'],
  [/^is not your password$/, 'invalid.password'],
  [/^differs from the catalogue’s price$/, 'invalid.price'],
  [/^cannot change once there are products, transactions, shifts or floats$/, 'invalid.currencyFixed'],

  [/^must include cash$/, 'invalid.countCash'],
  [/^do not add up to the counted cash$/, 'invalid.denominations'],
  [/^is a register of another branch than the transaction$/, 'invalid.otherBranch'],
  [/^is given twice$/, 'invalid.twice'],
  [/^differs from the total, which is (?<total>.+)$/, 'invalid.otherTotal'],
  [/^must be 1 to 20 letters, digits, dots or hyphens, the first a letter or digit$/, 'invalid.account'],
  [/^needs an account of up to (?<limit>\d+) digits for DATEV$/, 'invalid.datevAccount'],
  [/^is not set: see PUT \/accounting\/accounts$/, 'invalid.notSet'],
  [/^cannot be datev: (?<currency>[A-Z]{3}) has more than two decimals$/, 'invalid.datevCurrency'],
  [/^cannot be datev: an amount has more than (?<limit>\d+) digits$/, 'invalid.datevAmount'],

  [/^This branch has a register of this name$/, 'error.registerTaken'],
  [/^The register already has an open shift$/, 'error.shiftOpen'],
  [/^The register (?<name>.+) has no open shift$/, 'error.noShift'],
  [/^The register (?<name>.+) is being counted$/, 'error.registerCounting'],
  [/^The register (?<name>.+) is inactive$/, 'error.registerInactive'],
  [/^The shift is (open|counting|closed), not (open|counting|closed)$/, 'error.shiftStatus'],
  [/^The movement is already voided$/, 'error.movementVoided'],
  [/^Invalid input parameters$/, 'error.VALIDATION_ERROR'],
  [/^There is not enough stock$/, 'error.INSUFFICIENT_STOCK'],
  [/^E-mail or password is wrong$/, 'error.INVALID_CREDENTIALS'],
  [/^The code is wrong$/, 'error.wrongCode'],
  [/^Another person must decide what you requested$/, 'error.ownApproval'],
  [/^The PIN is wrong$/, 'error.wrongPin'],
  [/^Too many wrong PINs$/, 'error.pinLocked'],
  [/^Too many PINs were chosen$/, 'error.pinsChosen'],
  [/^Too many invitations were mailed( to this address)?$/, 'error.invitationsMailed'],
  [/^Too many( failed)? attempts$/, 'error.attempts'],
  [/^The customer has too few points$/, 'error.points'],
  [/^Points cannot be spent at this merchant$/, 'error.noPoints'],
  [/^The stock of this product is not tracked$/, 'error.notTracked'],
  [/^An inactive product cannot be sold$/, 'error.inactive'],
  [/^A [a-z ]+ transaction cannot be completed$/, 'error.notCompleted'],
  [/^A [a-z ]+ transaction cannot be refunded$/, 'error.notRefunded'],
  [/^A [a-z ]+ transaction cannot be voided$/, 'error.notVoided'],
  [/^A transaction can be voided on its own business day only; refund it instead$/, 'error.voidToday'],
  [
    /^(An item has fewer units left than this refund takes|The refund is more than what is left of this transaction)$/,
    'error.refundLeft',
  ],
  [/^The role \w+ may give discounts of up to (?<percent>[\d.]+) %$/, 'error.discountLimit'],
  [/^The role \w+ may not change prices$/, 'error.mayNotPrice'],
  [/^(The role \w+ may .*|Only an owner may do this)$/, 'error.mayNot'],
  [/^Your rights are limited to certain branches.*$/, 'error.branches'],
  [/^Registration is closed: .*$/, 'error.registration'],
  [/^The last owner must stay: .*$/, 'error.lastOwner'],
  [/^A variant has no variants of its own$/, 'error.variant'],
  [/^The currency cannot change once there are products, transactions, shifts or floats$/, 'error.currencyFixed'],
];

/** A number with decimals in the separators of the page's language. The service writes a point. */
function valueIn(value: string, language: string): string {
  const [, decimals] = /^-?\d+\.(\d{1,6})$/.exec(value) ?? [];
  if (decimals === undefined || language === serviceLanguage) return value;
  return new Intl.NumberFormat(language, { minimumFractionDigits: decimals.length }).format(Number(value));
}

/** Translates a message of the service; `undefined` if it is not known. */
export function translateKnown(message: string, t: Translate, language: string): string | undefined {
  for (const [pattern, name] of translations) {
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
