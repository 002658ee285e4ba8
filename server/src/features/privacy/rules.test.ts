import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tracesOf, withoutPerson } from './rules.ts';

const customer = { id: 'c', name: 'Nobody', traces: ['Ann'] };

test('of a customer’s own record the person goes, in its place', () => {
  const told = { id: 'c', name: 'Ann', email: 'a@x', phone: '+1', address: null, points: 7 };
  const cleared = withoutPerson(told, customer);
  assert.deepEqual(cleared, { id: 'c', name: 'Nobody', email: null, phone: null, address: null, points: 7 });
  assert.deepEqual(Object.keys(cleared), Object.keys(told));
});

test('of all else the words go, and nothing is added', () => {
  const sale = { id: 's', customer_id: 'c', note: 'For Ann', total_amount: 9, items: [{ name: 'Tea' }], cashier: { name: 'Olivia' } };
  assert.deepEqual(withoutPerson(sale, customer), { ...sale, note: null });
  assert.deepEqual(withoutPerson({ id: 'r', transaction_id: 's', reason: 'Ann said so' }, customer), {
    id: 'r',
    transaction_id: 's',
    reason: null,
  });
});

test('a payment’s reference goes where it tells who paid', () => {
  assert.deepEqual(tracesOf({ name: 'Al', email: 'al@example.com', phone: null, address: '' }), ['al@example.com']);
  const payments = [{ reference: 'Wallet of ANN' }, { reference: 'slip 17' }, { reference: null }];
  assert.deepEqual(withoutPerson({ id: 's', payments }, customer).payments, [
    { reference: null },
    { reference: 'slip 17' },
    { reference: null },
  ]);
});
