import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelBefore, placeCard } from './figure-card-rules.ts';

const screen = { width: 1440, height: 900 };
const at = (left: number, top: number) => ({ left, right: left + 30, top, bottom: top + 20 });

test('places a card below its figure, and above it without room', () => {
  assert.deepEqual(placeCard(at(1_000, 100), screen), { left: 690, width: 340, top: 126 });
  assert.deepEqual(placeCard(at(1_000, 800), screen), { left: 690, width: 340, bottom: 106 });
});

test('places a card below as long as there is room, or as much as above', () => {
  const isBelow = (top: number, height: number) => 'top' in placeCard(at(1_000, top), { width: 1_440, height });
  assert.deepEqual([isBelow(500, 900), isBelow(501, 900)], [true, false], '380 pixels are enough');
  assert.deepEqual([isBelow(290, 600), isBelow(291, 600)], [true, false]);
});

test('keeps a card inside of the window', () => {
  assert.equal(placeCard(at(10, 100), screen).left, 8);
  assert.equal(placeCard(at(1_435, 100), screen).left, 1_092);
  assert.deepEqual(placeCard(at(200, 100), { width: 320, height: 600 }), { left: 8, width: 304, top: 126 });
});

test('knows the level before a movement', () => {
  assert.equal(levelBefore({ balance: 7, quantity: -3 }), 10);
});
