import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf, settingOf } from './posting-rules.ts';

test('files have the names that the service gives them', () => {
  const closure = { business_day: '2026-03-02', number: 7 };
  assert.equal(fileNameOf(closure, 'csv'), 'postings-2026-03-02-7.csv');
  assert.equal(fileNameOf(closure, 'datev'), 'EXTF_Buchungsstapel-2026-03-02-7.csv');
});

test('a refusal names settings by method, rate and kind', () => {
  const text = (name: string, rate?: number) => ({ kind: 'text', text: name, ...(rate === undefined ? {} : { rate }) });
  assert.deepEqual(settingOf('methods.cash'), { kind: 'method', method: 'cash' });
  assert.deepEqual(settingOf('revenue.19'), text('accounting.revenueOf', 19));
  assert.deepEqual(settingOf('revenue.0'), text('accounting.revenueOf', 0));
  assert.deepEqual(settingOf('tax.8.875'), text('accounting.taxOf', 8.875));
  assert.deepEqual(settingOf('revenue.none'), text('accounting.revenueWithoutTax'));
  assert.deepEqual(settingOf('paid_out'), text('accounting.paid_out'));
  assert.deepEqual(settingOf('datev'), text('accounting.datevNumbers'));
  for (const unknown of ['tax.none', 'constructor', 'other.1', 'methods']) assert.equal(settingOf(unknown), undefined);
});
