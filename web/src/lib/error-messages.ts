import type { TextName, Values } from '../language/texts.ts';

/**
 * Translates errors of the service to the page's language. The service sends English messages; the common ones are recognized here.
 * Other errors get the text of their code, followed by the service's message if the code is too general.
 */

type Say = (name: TextName, values?: Values) => string;

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
const sentences: readonly [RegExp, TextName][] = [
  [/^is required$/, 'wrong.required'],
  [/^must not be (empty|blank)$/, 'wrong.empty'],
  [/^must be at least (?<limit>-?[\d.]+)$/, 'wrong.atLeast'],
  [/^must be at most (?<limit>-?[\d.]+)$/, 'wrong.atMost'],
  [/^must be more than (?<limit>.+)$/, 'wrong.moreThan'],
  [/^must not be 0$/, 'wrong.notZero'],
  [/^must have at least (?<limit>\d+) characters$/, 'wrong.longer'],
  [/^must have at most (?<limit>\d+) characters$/, 'wrong.shorter'],
  [/^must be (a whole number|an integer)( or null)?$/, 'wrong.whole'],
  [/^must be a number( or null)?$/, 'wrong.number'],
  [/^must be an e-mail address$/, 'wrong.email'],
  [/^must be a phone number in international format.*$/, 'wrong.phone'],
  [/^must be an existing date.*$/, 'wrong.date'],
  [/^must be an http or https address$/, 'wrong.address'],
  [/^must be an ISO 4217 currency code$/, 'wrong.currency'],
  [/^must be an IANA time zone$/, 'wrong.timezone'],
  [/^must be one of (?<values>.+)$/, 'wrong.oneOf'],
  [/^must be in the future$/, 'wrong.future'],
  [/^must not be after the end date$/, 'wrong.dates'],
  [/^must be at most (?<days>\d+) days from the start$/, 'wrong.days'],
  [/^must be another warehouse than the first$/, 'wrong.otherWarehouse'],
  [/^must be a PNG, JPEG or WebP picture$/, 'wrong.picture'],
  [/^a product has at most (?<limit>\d+) images$/, 'wrong.pictures'],
  [/^has more decimals than (?<currency>[A-Z]{3}|the currency)$/, 'wrong.decimals'],
  [/^is (already in use|taken)$/, 'wrong.taken'],
  [/^This SKU is already in use$/, 'wrong.skuTaken'],
  [/^This barcode is already in use$/, 'wrong.barcodeTaken'],
  [/^This e-mail address is already registered$/, 'wrong.emailTaken'],
  [/^There is already a category of this name$/, 'wrong.categoryTaken'],
  [/^This person is already a member of the staff$/, 'wrong.memberAlready'],
  [/^only (?<count>\d+) available$/, 'wrong.onlyAvailable'],
  [/^none available$/, 'wrong.noneAvailable'],
  [/^would take (?<count>\d+) from the default warehouse, which has only (?<left>\d+) available$/, 'wrong.recount'],
  [/^would take (?<count>\d+) from the default warehouse, which has none available$/, 'wrong.recountNone'],
  [/^only (?<count>\d+) left to refund$/, 'wrong.onlyLeft'],
  [/^is more than is left to refund$/, 'wrong.moreThanLeft'],
  [/^is more than the (line|sale) comes to$/, 'wrong.discount'],
  [/^does not reach what is to be paid in cash$/, 'wrong.cash'],
  [/^is required to pay with points$/, 'wrong.pointsCustomer'],
  [/^(needs|takes) (?<needed>\d+) points, (?<there>\d+) are there$/, 'wrong.points'],
  [/^is not (a|one of) .*(of this merchant|of yours)$/, 'wrong.unknown'],
  [/^is not tracked$/, 'wrong.notTracked'],
  [/^(?<name>.+) is inactive$/, 'wrong.inactive'],
  [/^is wrong( or was used already)?$/, 'wrong.code'],
  [/^is not your password$/, 'wrong.password'],
  [/^differs from the catalogue’s price$/, 'wrong.price'],
  [/^cannot change once there are products or transactions$/, 'wrong.currencyFixed'],

  [/^Invalid input parameters$/, 'error.VALIDATION_ERROR'],
  [/^There is not enough stock$/, 'error.INSUFFICIENT_STOCK'],
  [/^E-mail or password is wrong$/, 'error.INVALID_CREDENTIALS'],
  [/^The code is wrong$/, 'error.wrongCode'],
  [/^Too many( failed)? attempts; try again later$/, 'error.attempts'],
  [/^The customer has too few points$/, 'error.points'],
  [/^Points cannot be spent at this merchant$/, 'error.noPoints'],
  [/^The stock of this product is not tracked$/, 'error.notTracked'],
  [/^An inactive product cannot be sold$/, 'error.inactive'],
  [/^A [a-z ]+ transaction cannot be completed$/, 'error.notCompleted'],
  [/^A [a-z ]+ transaction cannot be refunded$/, 'error.notRefunded'],
  [/^A [a-z ]+ transaction cannot be voided$/, 'error.notVoided'],
  [/^A transaction can be voided on its own business day only; refund it instead$/, 'error.voidToday'],
  [
    /^(More than is left of an item cannot be refunded|Less is left of this transaction than this refund comes to)$/,
    'error.refundLeft',
  ],
  [/^The role \w+ may give discounts of up to (?<percent>[\d.]+) %$/, 'error.discountLimit'],
  [/^The role \w+ may not change prices$/, 'error.mayNotPrice'],
  [/^(The role \w+ may .*|Only an owner may do this)$/, 'error.mayNot'],
  [/^Your rights are limited to certain branches.*$/, 'error.branches'],
  [/^Registration is closed: .*$/, 'error.registration'],
  [/^The last owner must stay: .*$/, 'error.lastOwner'],
  [/^A variant has no variants of its own$/, 'error.variant'],
  [/^The currency cannot change once there are products or transactions$/, 'error.currencyFixed'],
];

/** Translates a message of the service; `undefined` if it is not known. */
export function translateKnown(message: string, say: Say): string | undefined {
  for (const [pattern, name] of sentences) {
    const found = pattern.exec(message);
    if (found !== null) return say(name, found.groups ?? {});
  }
  return undefined;
}

/** Translates the error message of one field. */
export const fieldMessage = (message: string, say: Say): string => translateKnown(message, say) ?? message;

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

function nameOfField(field: string, say: Say): string {
  const name = fields[field.replace(/^.*\./, '')];
  return name === undefined ? field : say(name);
}

const lineOf = (field: string): number | undefined => {
  const [, index] = /^items\[(\d+)\]/.exec(field) ?? [];
  return index === undefined ? undefined : Number(index);
};

/** A detail with its field. A line of a sale is named by its product or its number. */
function formatDetail({ field, message }: Detail, say: Say, nameOf: NameOfLine | undefined): string {
  const said = fieldMessage(message, say);
  const line = lineOf(field);
  if (line === undefined) return say('error.ofField', { field: nameOfField(field, say), message: said });
  const name = nameOf?.(line);
  return name === undefined
    ? say('error.ofLine', { line: line + 1, message: said })
    : say('error.ofField', { field: name, message: said });
}

/** The product name of a line of a sale, by its index in the request. */
export type NameOfLine = (line: number) => string | undefined;

/** These codes are too general. The service's message follows, even if it is not translated. */
const needSentence = ['FORBIDDEN', 'INVALID_STATE', 'DUPLICATE', 'MALFORMED_REQUEST', 'IDEMPOTENCY_CONFLICT'];

const isCode = (code: string): code is ErrorCode => (errorCodes as readonly string[]).includes(code);

export const errorCodes = [
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'TOKEN_EXPIRED',
  'INVALID_CREDENTIALS',
  'FORBIDDEN',
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
  say: Say,
  nameOf?: NameOfLine,
): string {
  const known = translateKnown(message, say);
  const listed = code === 'VALIDATION_ERROR' || code === 'INSUFFICIENT_STOCK' ? details : [];
  if (known !== undefined) {
    if (listed.length === 0) return known;
    return say('error.because', {
      message: known,
      details: listed.map((detail) => formatDetail(detail, say, nameOf)).join('; '),
    });
  }
  if (code === 'RATE_LIMITED' && retry_after_s !== undefined && /^More than \d+ requests in a minute/.test(message))
    return say('error.wait', { seconds: retry_after_s });
  if (language === serviceLanguage || !isCode(code)) return message;
  const said = say(`error.${code}`);
  return needSentence.includes(code) && message !== ''
    ? say('error.because', { message: said, details: message })
    : said;
}
