import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activeOf,
  isDeviceKey,
  needsRegister,
  paymentRegisterFor,
  readDeviceChoice,
  registerFor,
  storeDeviceChoice,
  validChoice,
} from './device-register.ts';

const front = { id: 'front', branch_id: 'b', status: 'active', requires_shift: true } as const;
const back = { id: 'back', branch_id: 'b', status: 'active', requires_shift: false } as const;
const choice = { id: 'front', branch_id: 'b' };

test('a device sells at active registers only', () => {
  assert.deepEqual(activeOf([front, { ...back, status: 'inactive' }, back]), [front, back]);
});

test('keeps the register of a device for each shop', () => {
  const items = new Map<string, string>();
  const open = () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
  assert.equal(readDeviceChoice(open, 'm'), undefined);
  storeDeviceChoice(open, 'm', choice);
  assert.deepEqual(readDeviceChoice(open, 'm'), choice);
  assert.equal(readDeviceChoice(open, 'n'), undefined);
  for (const key of items.keys()) assert.equal(isDeviceKey(key), true);
  assert.equal(isDeviceKey(null), true);
  assert.equal(isDeviceKey('tillhouse.till.m.u'), false);
  storeDeviceChoice(open, 'm', null);
  assert.equal(readDeviceChoice(open, 'm'), null);
});

test('has no choice if the browser blocks storage or the stored text is not one', () => {
  const blocked = () => {
    throw new Error('blocked');
  };
  storeDeviceChoice(blocked, 'm', choice);
  assert.equal(readDeviceChoice(blocked, 'm'), undefined);
  for (const text of ['{', '{}', '7', '{"id":"x"}', '{"id":1,"branch_id":"b"}'])
    assert.equal(
      readDeviceChoice(() => ({ getItem: () => text, setItem: () => undefined }), 'm'),
      undefined,
      text,
    );
});

test('drops a register that the user may not use, or that is inactive or gone', () => {
  const registers = [front, back];
  assert.deepEqual(validChoice(choice, { branch_ids: null, registers }), choice);
  assert.deepEqual(validChoice(choice, { branch_ids: ['b'], registers: undefined }), choice);
  assert.equal(validChoice(choice, { branch_ids: ['c'], registers }), undefined);
  assert.equal(validChoice(choice, { branch_ids: null, registers: [{ ...front, status: 'inactive' }] }), undefined);
  assert.equal(validChoice(choice, { branch_ids: null, registers: [back] }), undefined);
  assert.equal(validChoice(null, { branch_ids: ['c'], registers: [] }), null);
  assert.equal(validChoice(undefined, { branch_ids: null, registers }), undefined);
});

test('a branch needs a register if it has active ones and each requires a shift', () => {
  assert.equal(needsRegister([front], 'b'), true);
  assert.equal(needsRegister([front, { ...back, status: 'inactive' }], 'b'), true);
  assert.equal(needsRegister([front, back], 'b'), false);
  assert.equal(needsRegister([{ ...front, status: 'inactive' }], 'b'), false);
  assert.equal(needsRegister([front], 'c'), false);
  assert.equal(needsRegister([], 'b'), false);
  assert.equal(needsRegister([front], undefined), false);
});

test('names the register only for sales of its branch', () => {
  assert.deepEqual(registerFor(choice, 'b'), { register_id: 'front' });
  assert.deepEqual(registerFor(choice, 'c'), {});
  assert.deepEqual(registerFor(null, 'b'), {});
  assert.deepEqual(registerFor(undefined, 'b'), {});
  assert.deepEqual(registerFor(undefined, undefined), {});
  assert.deepEqual(registerFor(choice, undefined), {});
});

test('a parked sale is paid at the register of the device or at none, not where it was parked', () => {
  assert.deepEqual(paymentRegisterFor(choice, 'b'), { register_id: 'front' });
  for (const other of [
    paymentRegisterFor(choice, 'c'),
    paymentRegisterFor(null, 'b'),
    paymentRegisterFor(undefined, 'b'),
  ])
    assert.deepEqual(other, { register_id: null });
});
