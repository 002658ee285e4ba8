import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  browser,
  clearBrowser,
  openFakeBrowser,
  rejects,
  reply,
  service,
  untilTrue,
} from '../../../test/pages/fake-browser.ts';
import { createI18n } from '../language/create-i18n.ts';
import { de } from '../language/de.ts';
import { enWithAudit } from '../language/en-audit.ts';

after(openFakeBrowser());
const { api, TillhouseError } = await import('./api.ts');
const { queries, afterImport, afterProductChange, afterSale, afterShiftChange, repeatFailed } = await import(
  './queries.ts'
);
const { requests } = await import('./requests.ts');
const { sendOnce } = await import('./send-once.ts');
const { errorText, fieldErrors } = await import('./error-text.ts');

const kinds = ['sales', 'products', 'stock', 'customers', 'dashboard', 'shifts', 'closures', 'imports', 'settings'];
/** The kinds of data that are read again after a change. */
async function readAgainAfter(change: () => Promise<void>): Promise<string[]> {
  queries.clear();
  for (const kind of kinds) queries.setQueryData([kind, 'list'], 'old');
  await change();
  return kinds.filter((kind) => queries.getQueryState([kind, 'list'])?.isInvalidated === true);
}

test('a sale makes old what shows money, stock or points, and a shift what shows drawers', async () => {
  assert.deepEqual(await readAgainAfter(afterSale), ['sales', 'products', 'stock', 'customers', 'dashboard', 'shifts']);
  assert.deepEqual(await readAgainAfter(afterShiftChange), ['sales', 'shifts', 'closures']);
});

test('a changed product or stock, and an import, make old all pages that show it', async () => {
  assert.deepEqual(await readAgainAfter(afterProductChange), ['products', 'stock', 'dashboard']);
  assert.deepEqual(await readAgainAfter(afterImport), ['products', 'stock', 'customers', 'dashboard', 'imports']);
});

test('a small part of a page is read again after a failure, but not if its record is deleted or forbidden', () => {
  const waitAfter = (error: unknown) => repeatFailed({ state: { error } });
  const rejected = (status: number) => new TillhouseError('no', { status, code: 'UNKNOWN' });
  assert.deepEqual([503, 0].map(rejected).map(waitAfter), [5_000, 5_000]);
  assert.deepEqual([rejected(404), rejected(403), null].map(waitAfter), [false, false, false]);
});

test('a rejected read asks for the rights of the user again, unless it needs an approval', async () => {
  const isSessionOldAfter = async (key: string, error: Error) => {
    queries.clear();
    queries.setQueryData(['session', 'of the user'], 'cashier');
    await queries.fetchQuery({ queryKey: [key], queryFn: () => Promise.reject(error) }).catch(() => undefined);
    return queries.getQueryState(['session', 'of the user'])?.isInvalidated;
  };
  const forbidden = new TillhouseError('no', { status: 403, code: 'FORBIDDEN' });
  assert.equal(await isSessionOldAfter('sales', forbidden), true);
  assert.equal(await isSessionOldAfter('session', forbidden), false);
  const approval = new TillhouseError('no', { status: 403, code: 'APPROVAL_REQUIRED' });
  assert.equal(await isSessionOldAfter('sales', approval), false);
  assert.equal(await isSessionOldAfter('sales', new TillhouseError('no', { status: 404, code: 'NOT_FOUND' })), false);
});

test('a read waits as long as a rate limit asks, and others that fail are not repeated', () => {
  const { retry, retryDelay } = queries.getDefaultOptions().queries ?? {};
  const limited = new TillhouseError('wait', { status: 429, code: 'RATE_LIMITED', retry_after_s: 3 });
  const failed = new TillhouseError('failed', { status: 503, code: 'UNAVAILABLE', retry_after_s: 3 });
  assert.ok(typeof retry === 'function' && typeof retryDelay === 'function');
  assert.deepEqual([retry(0, limited), retryDelay(0, limited)], [true, 3_000]);
  assert.deepEqual([retry(0, failed), retry(0, new Error('lost'))], [false, false]);
});

test('one of several requests is sent until its outcome is certain', async () => {
  clearBrowser();
  const call = { body: { name: 'Siti' } };
  service.answers.set('/customers', reply({ id: 'siti' }));
  assert.deepEqual(await sendOnce('a', 'createCustomer', call), { response: { success: true, data: { id: 'siti' } } });
  service.answers.set('/customers', rejects(422, 'VALIDATION_FAILED'));
  const rejected = await sendOnce('a', 'createCustomer', call);
  assert.ok('error' in rejected && rejected.error instanceof TillhouseError && rejected.error.status === 422);
});

test('one of several requests waits as long as the rate limit says, and is sent again', async () => {
  clearBrowser();
  const limited = rejects(429, 'RATE_LIMITED', { 'retry-after': '1' });
  const answers = [limited, reply({ id: 'siti' })];
  service.answers.set('/customers', () => (answers.shift() ?? limited)());
  const start = performance.now();
  const outcome = await sendOnce('limited', 'createCustomer', { body: { name: 'Siti' } });
  assert.deepEqual(outcome, { response: { success: true, data: { id: 'siti' } } });
  assert.equal(service.asked.length, 2);
  assert.ok(performance.now() - start >= 990);
});

test('a request of unknown outcome keeps the page open, and is sent again once there is a connection', async () => {
  clearBrowser();
  const isKeptOpen = () => {
    let isKept = false;
    browser.listeners.get('beforeunload')?.({
      preventDefault: () => {
        isKept = true;
      },
    });
    return isKept;
  };
  assert.equal(isKeptOpen(), false);
  service.answers.set('/customers', rejects(500, 'INTERNAL_ERROR'));
  requests.send('b', { name: 'createCustomer', call: { body: { name: 'Siti' } } });
  await untilTrue(() => requests.hasUnknown());
  assert.equal(isKeptOpen(), true);
  service.answers.set('/customers', reply({ id: 'siti' }));
  queries.setQueryData(['customers'], 'old');
  browser.listeners.get('online')?.({});
  await untilTrue(() => !requests.hasUnknown());
  assert.equal(service.asked.length, 2);
  assert.equal(queries.getQueryState(['customers'])?.isInvalidated, true, 'its form is closed');
});

test('an error is named in the language of the page, with the request of a failed service', () => {
  const { t } = createI18n('en', enWithAudit, () => undefined);
  const failure = (status: number, more: object = {}) =>
    new TillhouseError('GET /sales: It failed', { status, code: 'UNKNOWN', requestId: 'r-1', ...more });
  assert.equal(errorText(failure(0), t), t('app.noAnswer'));
  assert.equal(errorText(failure(404), t), 'It failed');
  assert.equal(errorText(failure(500), t), 'It failed (r-1)');
  assert.equal(errorText(failure(503, { requestId: undefined }), t), 'It failed');
  assert.deepEqual([errorText(new Error('lost'), t), errorText('text', t)], ['lost', 'text']);
  const details = [
    { field: 'name', message: 'is required' },
    { field: 'sku', message: 'is taken' },
  ];
  assert.deepEqual(fieldErrors(failure(422, { details })), { name: 'is required', sku: 'is taken' });
  assert.deepEqual([fieldErrors(new Error('lost')), fieldErrors(null)], [{}, {}]);
});

test('the first error loads the words for it', async () => {
  clearBrowser();
  service.answers.set('/merchant', rejects(404, 'NOT_FOUND'));
  const error = await api.getMerchant().catch((thrown: unknown) => thrown);
  const wrong = new TillhouseError('PUT /products: Invalid', {
    status: 422,
    code: 'VALIDATION_ERROR',
    details: [{ field: 'sku', message: 'is required' }],
  });
  const { t } = createI18n('de', de, () => undefined);
  document.documentElement.lang = 'de';
  assert.equal(errorText(error, t), de['error.NOT_FOUND']);
  const fields = [fieldErrors(wrong, t).sku, fieldErrors(wrong).sku];
  document.documentElement.lang = 'en';
  assert.deepEqual(fields, ['ist erforderlich', 'is required']);
});
