import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayEditRegister, registerFrom } from './register-rules.ts';

test('reads the fields of a register, with its checkboxes', () => {
  assert.deepEqual(registerFrom({ name: ' Front ', opening_float: '100.5', blind_count: 'on', status: 'on' }), {
    name: 'Front',
    opening_float: 100.5,
    blind_count: true,
    requires_shift: false,
    status: 'active',
  });
  assert.deepEqual(registerFrom({ opening_float: '', requires_shift: 'on' }), {
    name: '',
    opening_float: 0,
    blind_count: false,
    requires_shift: true,
    status: 'inactive',
  });
});

test('a user limited to branches may edit only their registers', () => {
  for (const [branch_ids, mayWrite, expected] of [
    [null, true, true],
    [['a', 'b'], true, true],
    [['b'], true, false],
    [null, false, false],
    [['a'], false, false],
  ] as const) {
    const session = { user: { branch_ids }, may: (what: string) => mayWrite && what === 'registers:write' } as never;
    assert.equal(mayEditRegister(session, 'a'), expected, JSON.stringify(branch_ids));
  }
});
