import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Accounts,
  accountsFrom,
  changedAccounts,
  errorsByField,
  rowsOf,
  shownFields,
  withRow,
} from './accounts-rules.ts';

const none = {
  methods: [],
  revenue: [],
  tax: [],
  paid_in: null,
  paid_out: null,
  over_short: null,
  rounding: null,
  datev: null,
};
const noRows = { revenue: [], tax: [] };
const keys = { revenue: [0, 3], tax: [2] };

test('an empty form has no accounts', () => {
  const texts = { 'method.cash': ' ', 'method.card': '', paid_in: '', paid_out: ' ', consultant_number: '' };
  assert.deepEqual(accountsFrom(texts, noRows), none);
});

test('a form is read in the order of its rows', () => {
  const texts = {
    'method.points': '1590',
    'method.cash': ' 1600 ',
    'revenue.3.rate': '',
    'revenue.3.category': '',
    'revenue.3.account': '4000',
    'revenue.0.rate': '19',
    'revenue.0.category': 'books',
    'revenue.0.account': ' 8400 ',
    'revenue.1.rate': '7',
    'revenue.1.account': 'removed',
    'tax.2.rate': '8.875',
    'tax.2.account': '1776',
    paid_in: '1',
    paid_out: ' 2',
    over_short: '3',
    rounding: '4',
    for_datev: 'on',
    consultant_number: '29098',
    client_number: '55003',
    fiscal_year_month: '7',
    account_length: '5',
  };
  assert.deepEqual(accountsFrom(texts, keys), {
    methods: [
      { method: 'cash', account: '1600' },
      { method: 'points', account: '1590' },
    ],
    revenue: [
      { rate: 19, category_id: 'books', account: '8400' },
      { rate: null, category_id: null, account: '4000' },
    ],
    tax: [{ rate: 8.875, account: '1776' }],
    paid_in: '1',
    paid_out: '2',
    over_short: '3',
    rounding: '4',
    datev: { consultant_number: 29098, client_number: 55003, fiscal_year_month: 7, account_length: 5 },
  });
});

test('a rate of 0 % is not a sale without tax', () => {
  const texts = { 'revenue.0.rate': '0', 'revenue.0.account': '8100' };
  const { revenue } = accountsFrom(texts, { revenue: [0], tax: [] });
  assert.deepEqual(revenue, [{ rate: 0, category_id: null, account: '8100' }]);
});

test('only settings that differ are sent, lists and the numbers for DATEV whole', () => {
  const datev = { consultant_number: 1001, client_number: 1, fiscal_year_month: 1, account_length: 4 };
  const tax = [{ rate: 19, account: '1776' }];
  const before: Accounts = { ...none, tax, paid_in: '1', datev, updated_at: null };
  assert.deepEqual(changedAccounts(before, { ...none, tax, paid_in: '1', datev }), {});
  const longer = { ...datev, account_length: 8 };
  assert.deepEqual(changedAccounts(before, { ...none, tax: [...tax, ...tax], datev: longer }), {
    tax: [...tax, ...tax],
    paid_in: null,
    datev: longer,
  });
});

test('errors of entries belong to the fields of their rows', () => {
  const sent = { methods: [{ method: 'card' as const, account: '?' }] };
  const errors = {
    'methods[0].account': 'a',
    'revenue[1].rate': 'b',
    'revenue[0].category_id': 'c',
    'tax[0].account': 'd',
    'datev.client_number': 'e',
    paid_out: 'f',
  };
  assert.deepEqual(errorsByField(errors, sent, keys), {
    'method.card': 'a',
    'revenue.3.rate': 'b',
    'revenue.0.category': 'c',
    'tax.2.account': 'd',
    client_number: 'e',
    paid_out: 'f',
  });
  assert.deepEqual(shownFields(errors), Object.keys(errors));
  assert.deepEqual(shownFields({ revenue: 'too many', body: '', 'methods[0].method': '', tax: '', datev: '' }), []);
});

test('a new row has a key of its own, also after others were removed', () => {
  assert.deepEqual(withRow([]), [{ key: 0, start: undefined }]);
  const [, ...rest] = withRow(rowsOf(['a', 'b']));
  assert.deepEqual(withRow(rest), [
    { key: 1, start: 'b' },
    { key: 2, start: undefined },
    { key: 3, start: undefined },
  ]);
});
