import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  acceptedFiles,
  fileBytesAtMost,
  isTextField,
  movePicture,
  picturesAtMost,
  reducedSize,
} from './picture-rules.ts';

test('moves a picture to the place of another, in both directions', () => {
  const pictures = ['a', 'b', 'c', 'd'];
  assert.deepEqual(movePicture(pictures, 'a', 'c'), ['b', 'c', 'a', 'd']);
  assert.deepEqual(movePicture(pictures, 'd', 'b'), ['a', 'd', 'b', 'c']);
  assert.deepEqual(movePicture(pictures, 'c', 'a'), ['c', 'a', 'b', 'd']);
  assert.deepEqual(movePicture(pictures, 'b', 'gone'), pictures);
  assert.deepEqual(movePicture(pictures, 'b', 'b'), pictures);
  assert.deepEqual(movePicture(pictures, 'gone', 'b'), pictures);
});

test('accepts pictures up to the size that is read and the number that the service accepts', () => {
  const png = { type: 'image/png', size: 10 };
  const files = [png, { type: 'text/plain', size: 10 }, { type: 'image/jpeg', size: 60_000_000 }, png];
  assert.deepEqual(acceptedFiles(files, 0), { accepted: [png, png], rejected: 2 });
  assert.deepEqual(acceptedFiles(files, 19), { accepted: [png], rejected: 3 });
  assert.deepEqual(acceptedFiles(files, picturesAtMost + 1), { accepted: [], rejected: 4 });
  const largest = { type: 'image/webp', size: fileBytesAtMost };
  const larger = { ...largest, size: largest.size + 1 };
  assert.deepEqual(acceptedFiles([largest, larger], 0), { accepted: [largest], rejected: 1 });
});

test('a picture that is made smaller keeps its proportions, and none becomes larger', () => {
  const reduced = (width: number, height: number) => Object.values(reducedSize({ width, height }));
  assert.deepEqual(reduced(4_000, 3_000), [1_000, 750]);
  assert.deepEqual(reduced(3_000, 4_000), [750, 1_000]);
  assert.deepEqual(reduced(1_001, 1_001), [1_000, 1_000]);
  assert.deepEqual(reduced(1_000, 900), [1_000, 900]);
  assert.deepEqual(reduced(16_000, 2), [1_000, 1], 'at least one pixel');
});

test('leaves to a field what is pasted into it', () => {
  assert.deepEqual([isTextField({ tagName: 'INPUT' }), isTextField({ isContentEditable: true })], [true, true]);
  assert.deepEqual([isTextField({ tagName: 'BODY' }), isTextField(null)], [false, false]);
});
