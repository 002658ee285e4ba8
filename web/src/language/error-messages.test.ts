import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { de } from './de.ts';
import type { TextName, Texts } from './en-audit.ts';
import { enWithAudit as en } from './en-audit.ts';
import { errorCodes, errorMessage, rowError, rowMessage, type ServiceError, translateKnown } from './error-messages.ts';
import { id } from './id.ts';
import { fill, languages, type Values } from './texts.ts';

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
    for (const texts of [id, de]) assert.notEqual(texts[`error.${code}`], en[`error.${code}`], code);
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
  assert.equal(
    errorMessage(short, 'de', translateIn(de), (line) => names[line]),
    'Der Bestand reicht nicht aus: Coffee beans: nur 2 verfügbar; Zeile 3: nicht verfügbar',
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
  'can be read as two numbers: write it without a separator of thousands',
  'was shortened by a spreadsheet: format its column as text',
  'is also in row 7',
  'is that of a product, which cannot become a variant',
  'A customer with another name has this phone number',
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
  'Too many failed attempts',
  'Too many wrong PINs',
  'Too many invitations were mailed',
  'Too many invitations were mailed to this address',
  'Too many PINs were chosen',
  'must not be 0',
  'must be an integer or null',
  'must be an http or https address',
  'must be an ISO 4217 currency code',
  'must be an IANA time zone',
  'must be in the future',
  'must not be after the end date',
  'must be at most 366 days from the start',
  'must be another warehouse than the first',
  'a product has at most 10 images',
  'has more decimals than the currency',
  'is taken',
  'There is already a category of this name',
  'This person is already a member of the staff',
  'would take 3 from the default warehouse, which has only 1 available',
  'would take 3 from the default warehouse, which has none available',
  'would move the stock beyond 2147483647',
  'is more than is left to refund',
  'is more than the sale comes to',
  'does not reach what is to be paid in cash',
  'is required to pay with points',
  'is not tracked',
  'is wrong or was used already',
  'differs from the catalogue’s price',
  'cannot change once there are products, transactions, shifts or floats',
  'The code is wrong',
  'The customer has too few points',
  'Points cannot be spent at this merchant',
  'The stock of this product is not tracked',
  'An inactive product cannot be sold',
  'A voided transaction cannot be completed',
  'A fully refunded transaction cannot be refunded',
  'A transaction can be voided on its own business day only; refund it instead',
  'The refund is more than what is left of this transaction',
  'The role cashier may not change prices',
  'Only an owner may do this',
  'Your rights are limited to certain branches',
  'Registration is closed: ask an owner of your shop for an invitation',
  'A variant has no variants of its own',
  'The currency cannot change once there are products, transactions, shifts or floats',
];
/** English words that do not occur in sentences of the other languages. */
const english = /\b(the|is|are|must|be|not|than|already|available|only|may|wrong|required|of|and|to|at)\b/i;

for (const [language, { texts: load }] of Object.entries(languages).filter(([name]) => name !== 'en'))
  test(`translates every common error message to ${language}`, async () => {
    const texts = await load();
    for (const message of common) {
      const translated = translateKnown(message, translateIn(texts), language);
      assert.ok(translated !== undefined, `“${message}” is not known`);
      assert.doesNotMatch(translated.replace('silver', ''), english, message);
      assert.doesNotMatch(translated, /\{\w+\}/, message);
      assert.ok(translateKnown(message, translateIn(en), 'en') !== undefined);
    }
    for (const [name, text] of Object.entries(texts))
      if (/^(invalid|error|number)\./.test(name)) assert.doesNotMatch(text, english, name);
  });

test('writes the decimals of a message as the language does, but not those of a name', () => {
  const german = (message: string) => translateKnown(message, translateIn(de), 'de');
  assert.equal(german('must be at least 0.01'), 'muss mindestens 0,01 sein');
  assert.equal(german('must be at most 9999999999.99'), 'darf höchstens 9.999.999.999,99 sein');
  assert.equal(
    german('The role cashier may give discounts of up to 12.5 %'),
    'Ihre Rolle darf Rabatte bis 12,5 % geben',
  );
  assert.equal(german('must have at most 200 characters'), 'darf höchstens 200 Zeichen haben');
  assert.equal(german('7.50 is inactive'), '7.50 ist inaktiv');
  assert.equal(translateKnown('must be at least 0.01', translateIn(en), 'en'), 'must be at least 0.01');
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

test('gives the limits and names of a message to its text', () => {
  for (const [message, expected] of [
    ['must be at least -5', 'invalid.atLeast {"limit":"-5"}'],
    ['must be at most 9999.99', 'invalid.atMost {"limit":"9999.99"}'],
    ['only 3 available', 'invalid.onlyAvailable {"count":"3"}'],
    ['would take 3 from the default warehouse, which has only 1 available', 'invalid.recount {"count":"3","left":"1"}'],
    ['Green tea is inactive', 'invalid.inactive {"name":"Green tea"}'],
    ['needs 334 points, 300 are there', 'invalid.points {"needed":"334","there":"300"}'],
    ['The role cashier may give discounts of up to 12.5 %', 'error.discountLimit {"percent":"12.5"}'],
    // The narrower texts come before the one for every role.
    ['The role cashier may not change prices', 'error.mayNotPrice {}'],
    ['The role cashier may not do this: it needs staff:write', 'error.mayNot {}'],
    ['is not known to anybody', undefined],
  ] as const)
    assert.equal(
      translateKnown(message, (name, values) => `${name} ${JSON.stringify(values)}`, 'en'),
      expected,
    );
});

test('says the time to wait in the language of the page', () => {
  const locked = { code: 'RATE_LIMITED', message: 'Too many failed attempts; try again in 15 minutes' };
  const german = (message: string) => errorMessage(serviceError({ ...locked, message }), 'de', translateIn(de));
  assert.equal(
    errorMessage(serviceError(locked), 'en', translateIn(en)),
    'Too many attempts. Try again in 15 minutes.',
  );
  assert.match(indonesian(locked), /^Terlalu banyak percobaan\. Coba lagi dalam 15 menit\.$/);
  assert.equal(german(locked.message), 'Zu viele Versuche. Versuchen Sie es in 15 Minuten erneut.');
  assert.equal(
    german('Too many wrong PINs; try again in 1 second'),
    'Zu viele falsche PINs. Versuchen Sie es in 1 Sekunde erneut.',
  );
  assert.equal(german('Unknown; try again in 24 hours'), de['error.RATE_LIMITED']);
});

test('names every field of a form as the form does, also inside of a record', () => {
  const shown = {
    ...{ name: 'Name', sku: 'SKU', barcode: 'Barcode', category: 'Category', price: 'Price', cost: 'Cost' },
    ...{ stock: 'Stock', min_stock: 'Reorder point', tax_rate: 'Tax rate (%)', unit: 'Unit' },
    ...{ description: 'Description', quantity: 'Quantity', reason: 'Reason', discount: 'Discount' },
    ...{ payment_method: 'Payment method', customer_id: 'Customer', email: 'E-mail', password: 'Password' },
  };
  for (const [field, label] of Object.entries(shown))
    assert.equal(
      errorMessage(serviceError({ details: [{ field: `changes.${field}`, message: 'x' }] }), 'en', translateIn(en)),
      `${en['error.VALIDATION_ERROR']}: ${label}: x`,
    );
});

test('shows details only of input and stock, and the wait only of a rate limit', () => {
  const details = [{ field: 'name', message: 'is required' }];
  const known = { message: 'There is not enough stock', details };
  assert.equal(indonesian({ ...known, code: 'INVALID_STATE' }), id['error.INSUFFICIENT_STOCK']);
  assert.notEqual(indonesian({ ...known, code: 'INSUFFICIENT_STOCK' }), id['error.INSUFFICIENT_STOCK']);
  assert.equal(indonesian({ ...known, details: [] }), id['error.INSUFFICIENT_STOCK']);
  const limited = { code: 'RATE_LIMITED', message: 'More than 100 requests in a minute' };
  assert.equal(indonesian(limited), id['error.RATE_LIMITED']);
  assert.equal(indonesian({ ...limited, message: 'Busy', retry_after_s: 5 }), id['error.RATE_LIMITED']);
  assert.equal(
    indonesian({ code: 'UNAVAILABLE', message: limited.message, retry_after_s: 5 }),
    id['error.UNAVAILABLE'],
  );
  for (const code of ['FORBIDDEN', 'INVALID_STATE', 'DUPLICATE', 'MALFORMED_REQUEST', 'IDEMPOTENCY_CONFLICT'] as const)
    assert.ok(indonesian({ code, message: 'Why' }).endsWith(': Why'), code);
  assert.equal(indonesian({ code: 'NOT_FOUND', message: 'Why' }), id['error.NOT_FOUND']);
});

test('translates the rows of a file, and keeps the headings and what it does not know', () => {
  const german = translateIn(de);
  assert.equal(
    rowMessage('SKU: is required; Preis: must be at most 12.5', german, 'de'),
    `SKU: ${de['invalid.required']}; Preis: ${fill(de['invalid.atMost'], { limit: '12,5' })}`,
  );
  assert.equal(rowMessage('is required', german, 'de'), de['invalid.required']);
  assert.equal(
    rowMessage('SKU: is green; Name: is required', german, 'de'),
    `SKU: is green; Name: ${de['invalid.required']}`,
  );
  assert.equal(rowError('row 7: SKU: is required', german, 'de'), `Zeile 7: SKU: ${de['invalid.required']}`);
  assert.equal(rowError('the file ended early', german, 'de'), 'the file ended early');
});
