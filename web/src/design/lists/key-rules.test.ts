import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listKeyOf } from './key-rules.ts';

const press = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

test('letters work anywhere on the page', () => {
  const found = ['j', 'k', 'x', '/', '?'].map((key) => listKeyOf(press(key), false));
  assert.deepEqual(found, ['next', 'previous', 'select', 'search', 'help']);
});

test('arrows and Enter work only while a row has the focus', () => {
  for (const [key, does] of [
    ['ArrowDown', 'next'],
    ['ArrowUp', 'previous'],
    ['Enter', 'open'],
  ] as const) {
    assert.equal(listKeyOf(press(key), true), does);
    assert.equal(listKeyOf(press(key), false), undefined);
  }
});

test('keys of the browser are left alone, but Ctrl Enter opens a row', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    assert.equal(listKeyOf(press('j', held), true), undefined);
    assert.equal(listKeyOf(press('k', held), true), undefined);
    assert.equal(listKeyOf(press('Enter', held), true), 'open');
  }
  assert.equal(listKeyOf(press('j', { altKey: true }), true), undefined);
});

test('other keys do nothing, whatever they are called', () => {
  for (const key of ['a', 'Tab', 'toString', 'constructor', '__proto__'])
    assert.equal(listKeyOf(press(key), true), undefined, key);
});
