import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { TextName, Texts } from './en-audit.ts';
import { enWithAudit as en } from './en-audit.ts';
import { errorCodes, errorMessage, type ServiceError, translateKnown } from './error-messages.ts';
import { id } from './id.ts';
import { fill, type Values } from './texts.ts';

const translateIn = (texts: Texts) => (name: TextName, values?: Values) => fill(texts[name], values);
const serviceError = (part: Partial<ServiceError>): ServiceError => ({
  code: 'VALIDATION_ERROR',
  message: 'Invalid input parameters',
  details: [],
  ...part,
});
const indonesian = (part: Partial<ServiceError>, nameOf?: (line: number) => string | undefined) =>
  errorMessage(serviceError(part), 'id', translateIn(id), nameOf);

test('has a text for each error code in each language', async () => {
  const catalogue = await readFile(new URL('../../../server/src/core/errors.ts', import.meta.url), 'utf8');
  const codes = [...catalogue.matchAll(/^ {2}([A-Z_]+): \{/gm)].map(([, code]) => code);
  assert.ok(codes.length > 10);
  assert.deepEqual(codes, [...errorCodes]);
  for (const code of errorCodes) {
    assert.ok(en[`error.${code}`].length > 5, code);
    assert.notEqual(id[`error.${code}`], en[`error.${code}`], code);
    const translated = indonesian({ code, message: '' });
    assert.equal(translated, id[`error.${code}`]);
  }
});

test('names the product and the number left for a stock shortage', () => {
  const details = [
    { field: 'items[0].quantity', message: 'only 2 available' },
    { field: 'items[2].quantity', message: 'none available' },
  ];
  const short = serviceError({ code: 'INSUFFICIENT_STOCK', message: 'There is not enough stock', details });
  const names = ['Coffee beans', 'Mug'];
  assert.equal(
    errorMessage(short, 'en', translateIn(en), (line) => names[line]),
    'There is not enough stock: Coffee beans: only 2 available; line 3: none available',
  );
  assert.equal(
    indonesian(short, (line) => names[line]),
    'Stok tidak cukup: Coffee beans: hanya tersedia 2; baris 3: tidak ada yang tersedia',
  );
});

test('lists fields that no form shows, with their names', () => {
  const details = [
    { field: 'changes.price', message: 'must be at least 0' },
    { field: 'sku', message: 'is required' },
    { field: 'refund_from', message: 'has more decimals than the currency' },
  ];
  assert.equal(errorMessage(serviceError({ details }), 'en', translateIn(en)).split(': ')[0], 'Check these fields');
  assert.match(indonesian({ details }), /^Periksa isian ini: Harga: paling sedikit 0; SKU: wajib diisi; refund_from: /);
});

test('falls back to the text of the code, and adds the service’s message where the code is too general', () => {
  const unknown = { code: 'INVALID_STATE', message: 'The moon is not full' };
  assert.equal(errorMessage(serviceError(unknown), 'en', translateIn(en)), unknown.message);
  assert.equal(indonesian(unknown), 'Ini tidak bisa dilakukan sekarang: The moon is not full');
  assert.equal(indonesian({ code: 'UNAVAILABLE', message: 'The service is stopping' }), id['error.UNAVAILABLE']);
  assert.equal(indonesian({ code: 'OF_A_PROXY', message: '502 Bad Gateway' }), '502 Bad Gateway');
  assert.match(
    indonesian({ code: 'RATE_LIMITED', message: 'More than 100 requests in a minute', retry_after_s: 15 }),
    /15 detik/,
  );
});

/** Common error messages of the service. */
const common = [
  'is required',
  'must not be empty',
  'must not be blank',
  'must be at least 5',
  'must be at most 9999999999.99',
  'must be more than silver',
  'must have at least 8 characters',
  'must have at most 200 characters',
  'must be an integer',
  'must be a whole number',
  'must be a number or null',
  'must be an e-mail address',
  'must be a phone number in international format: + and 7 to 15 digits',
  'must be an existing date, YYYY-MM-DD',
  'must be one of active, inactive',
  'must be a PNG, JPEG or WebP picture',
  'has more decimals than JPY',
  'This SKU is already in use',
  'This barcode is already in use',
  'This e-mail address is already registered',
  'only 3 available',
  'none available',
  'only 1 left to refund',
  'is not a customer of this merchant',
  'is not a warehouse of yours',
  'Espresso is inactive',
  'needs 334 points, 300 are there',
  'is not your password',
  'There is not enough stock',
  'E-mail or password is wrong',
  'A partially refunded transaction cannot be voided',
  'The role cashier may give discounts of up to 20 %',
  'The role viewer may not do this',
  'The last owner must stay: make another member an owner first',
  'Too many failed attempts; try again later',
];
/** English words that do not occur in Indonesian sentences. */
const english = /\b(the|is|are|must|be|not|than|already|available|only|may|wrong|required|of|and|to|at)\b/i;

test('translates every common error message to Indonesian', () => {
  for (const message of common) {
    const translated = translateKnown(message, translateIn(id));
    assert.ok(translated !== undefined, `“${message}” is not known`);
    assert.doesNotMatch(translated.replace('silver', ''), english, message);
    assert.doesNotMatch(translated, /\{\w+\}/, message);
    assert.ok(translateKnown(message, translateIn(en)) !== undefined);
  }
  for (const [name, text] of Object.entries(id))
    if (/^(invalid|error|number)\./.test(name)) assert.doesNotMatch(text, english, name);
});

test('recognizes only messages that the service really sends', async () => {
  const files = [
    'platform/validation/validation.ts',
    'platform/database/failure.ts',
    'features/inventory/rules.ts',
    'features/merchant/rules.ts',
    'features/sales/rules.ts',
  ];
  const sources = (
    await Promise.all(files.map((file) => readFile(new URL(`../../../server/src/${file}`, import.meta.url), 'utf8')))
  ).join('\n');
  for (const part of [
    'is required',
    'must be at least ',
    'This SKU is already in use',
    'available} available',
    'none available',
    'must be more than silver',
  ])
    assert.ok(sources.includes(part), `the service no longer sends “${part}”`);
});
