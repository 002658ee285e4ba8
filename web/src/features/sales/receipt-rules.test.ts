import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountsReceived, branchLines, isTaxIncluded, taxedRates } from './receipt-rules.ts';

type Sale = Parameters<typeof isTaxIncluded>[0];
const sale = (fields: object) => fields as Sale;

test('tax is included if the total is what the lines cost after the discount', () => {
  for (const [subtotal, discount, total_amount, expected] of [
    [30, 5, 25, true],
    [30, 5, 27.5, false],
    [30, 0, 30, true],
    [0.3, 0.1, 0.2, true],
    [30, 0, 30.001, false],
    [30, 0, 29.999, false],
  ] as const)
    assert.equal(isTaxIncluded(sale({ subtotal, discount, total_amount })), expected, `${total_amount}`);
});

test('a receipt has the address and telephone number of its branch, or of the shop, and no empty line', () => {
  const [none, shop] = [
    { address: null, phone: null },
    { address: 'High Street 1', phone: '+62 21 1' },
  ];
  const linesOf = (branch: Parameters<typeof branchLines>[1], of: typeof branch) =>
    branchLines({ name: 'Harbour', ...branch }, of);
  assert.deepEqual(linesOf({ address: 'Quay 7', phone: '+62 21 7' }, shop), ['Harbour', 'Quay 7', '+62 21 7']);
  assert.deepEqual(linesOf({ address: 'Quay 7', phone: null }, shop), ['Harbour', 'Quay 7', '+62 21 1']);
  assert.deepEqual(linesOf(none, shop), ['Harbour', 'High Street 1', '+62 21 1']);
  assert.deepEqual(linesOf(none, { address: null, phone: '+62 21 1' }), ['Harbour', '+62 21 1']);
  assert.deepEqual(linesOf(none, none), ['Harbour']);
});

test('leaves out rates without tax', () => {
  const tax_by_rate = [0, 0.01, 2].map((tax, at) => ({ rate: at, tax }));
  assert.deepEqual(taxedRates(sale({ tax_by_rate })), tax_by_rate.slice(1));
});

test('adds the change to the first cash payment', () => {
  const payments = ['card', 'cash', 'cash'].map((method, at) => ({ id: `${at}`, method, amount: 10 }));
  assert.deepEqual(
    amountsReceived(sale({ payments, change: 3 })).map(({ method, amount }) => `${method} ${amount}`),
    ['card 10', 'cash 13', 'cash 10'],
  );
});
