import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citus, singleNode } from './topology.ts';

const merchant_id = '019ac1de-5a4e-7000-8000-000000000001';

test('a single node begins in one message, with generic plans if they are wanted', () => {
  assert.deepEqual(singleNode.begin('begin', merchant_id, false), ['begin']);
  assert.deepEqual(singleNode.begin('begin', merchant_id, true), [
    'begin; set local plan_cache_mode = force_generic_plan',
  ]);
  assert.deepEqual([singleNode.bindsTransactions, singleNode.connectionSetup], [false, undefined]);
});

test('Citus binds each transaction to a merchant, and takes nothing but an id for one', () => {
  const set = `set local app.merchant_id = '${merchant_id}'`;
  assert.deepEqual(citus.begin('begin', merchant_id, true), ['begin', set]);
  assert.equal(citus.bindLocally(merchant_id), set);
  assert.equal(citus.bindsTransactions, true);
  for (const other of ["'; drop table sales; --", '']) {
    assert.throws(() => citus.bindLocally(other), { message: 'a merchant is named by an id' });
    assert.throws(() => citus.begin('begin', other, false));
  }
});

test('for Citus, an insert of selected rows returns something, and other statements are unchanged', () => {
  const sent = (text: string) => citus.adapt({ title: 't', name: 'n', text, values: [1] });
  const insert = 'insert into a (b) select b from unnest($1) as t(b)';
  for (const _ of ['the first time', 'again'])
    assert.deepEqual(sent(insert), { title: 't', name: 'n', text: `${insert} returning 1`, values: [1] });
  for (const text of [
    `${insert} returning b`,
    `${insert} on conflict do nothing`,
    'insert into a (b) values ($1)',
    'select 1',
    'update a set b = (select 1)',
  ])
    assert.equal(sent(text).text, text);
  assert.equal(singleNode.adapt({ title: 't', name: 'n', text: insert, values: [] }).text, insert);
});
