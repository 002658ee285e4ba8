import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionsOf, queryOf, readView } from './view.ts';

const id = '0192f3a0-0000-7000-8000-000000000001';

test('reads the filters of its address, and ignores others', () => {
  const view = { person: id, kind: 'staff', from: '2026-01-01', to: '2026-01-31' };
  assert.deepEqual(readView(view), view);
  assert.deepEqual(readView({ person: 'ana', kind: 'toString', from: 5 }), {});
});

test('asks the service by its own names', () => {
  assert.deepEqual(queryOf({ person: id, kind: 'access', from: '2026-01-01', to: '2026-01-31' }), {
    user_id: id,
    action: 'session.*,password.*,pin.*',
    start_date: '2026-01-01',
    end_date: '2026-01-31',
  });
  assert.equal(queryOf({}).action, undefined);
  assert.deepEqual(Object.keys(actionsOf), [
    'goods',
    'customers',
    'sales',
    'approvals',
    'staff',
    'registers',
    'shop',
    'access',
    'webhooks',
    'files',
  ]);
  const kinds = Object.values(actionsOf).flatMap((actions) => actions.split(','));
  assert.equal(new Set(kinds).size, kinds.length);
});
