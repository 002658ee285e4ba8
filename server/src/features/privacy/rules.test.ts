import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifyingTextsOf, withoutPersonalData, withoutReasonOf } from './rules.ts';

const customer = { id: 'c', name: 'Erased', identifyingTexts: ['Ann'] };

test('removes personal fields from the customer’s own record', () => {
  const stored = { id: 'c', name: 'Ann', email: 'a@x', phone: '+1', address: null, points: 7 };
  const cleared = withoutPersonalData(stored, customer);
  assert.deepEqual(cleared, { id: 'c', name: 'Erased', email: null, phone: null, address: null, points: 7 });
  assert.deepEqual(Object.keys(cleared), Object.keys(stored));
});

test('removes text from all other records, and adds nothing', () => {
  const sale = {
    id: 's',
    customer_id: 'c',
    note: 'For Ann',
    total_amount: 9,
    items: [{ name: 'Tea' }],
    cashier: { name: 'Olivia' },
  };
  assert.deepEqual(withoutPersonalData(sale, customer), { ...sale, note: null });
  assert.deepEqual(withoutPersonalData({ id: 'r', transaction_id: 's', reason: 'Ann said so' }, customer), {
    id: 'r',
    transaction_id: 's',
    reason: null,
  });
  const parked = { id: 'p', label: 'Ann', customer_id: 'c' };
  assert.deepEqual(withoutPersonalData(parked, customer), { ...parked, label: null });
});

test('removes the reason of the given stock movements only', () => {
  const rewrite = withoutReasonOf(new Set(['m']));
  const moved = { product_id: 'p', movement: { id: 'm', reason: 'For Ann', quantity: -1 } };
  assert.deepEqual(rewrite(moved), { ...moved, movement: { ...moved.movement, reason: null } });
  const other = { ...moved, movement: { ...moved.movement, id: 'o' } };
  assert.deepEqual(rewrite(other), other);
  assert.deepEqual(rewrite({ product_id: 'p' }), { product_id: 'p' });
});

test('removes a payment’s reference if it identifies the customer', () => {
  assert.deepEqual(identifyingTextsOf([{ name: 'Al', email: 'al@example.com', phone: null, address: '' }]), [
    'al@example.com',
  ]);
  const payments = [{ reference: 'Wallet of ANN' }, { reference: 'slip 17' }, { reference: null }];
  assert.deepEqual(withoutPersonalData({ id: 's', payments }, customer).payments, [
    { reference: null },
    { reference: 'slip 17' },
    { reference: null },
  ]);
});

test('name, e-mail, phone and address identify a person', () => {
  const person = { name: 'Anna', email: 'a@x.example', phone: '+49170', address: 'Harbour 1' };
  assert.deepEqual(identifyingTextsOf([person]), Object.values(person));
});

test('a text of three letters identifies a person, one of two does not', () => {
  assert.deepEqual(
    identifyingTextsOf([
      { name: 'Ann', email: 'a@', phone: null, address: 'Bo' },
      { name: 'Anne', id: 'c' },
    ]),
    ['Ann', 'Anne'],
  );
});
