import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tracesOf, withoutPerson } from './rules.ts';

const customer = { id: 'c', name: 'Nobody', traces: ['Ann'] };

test('removes personal fields from the customer’s own record', () => {
  const told = { id: 'c', name: 'Ann', email: 'a@x', phone: '+1', address: null, points: 7 };
  const cleared = withoutPerson(told, customer);
  assert.deepEqual(cleared, { id: 'c', name: 'Nobody', email: null, phone: null, address: null, points: 7 });
  assert.deepEqual(Object.keys(cleared), Object.keys(told));
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
  assert.deepEqual(withoutPerson(sale, customer), { ...sale, note: null });
  assert.deepEqual(withoutPerson({ id: 'r', transaction_id: 's', reason: 'Ann said so' }, customer), {
    id: 'r',
    transaction_id: 's',
    reason: null,
  });
});

test('removes a payment’s reference if it identifies the customer', () => {
  assert.deepEqual(tracesOf({ name: 'Al', email: 'al@example.com', phone: null, address: '' }), ['al@example.com']);
  const payments = [{ reference: 'Wallet of ANN' }, { reference: 'slip 17' }, { reference: null }];
  assert.deepEqual(withoutPerson({ id: 's', payments }, customer).payments, [
    { reference: null },
    { reference: 'slip 17' },
    { reference: null },
  ]);
});
