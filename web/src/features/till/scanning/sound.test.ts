import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceGlobals } from '../../../../../test/pages/replace-globals.ts';
import { playErrorSound } from './sound.ts';

const tones: { frequency: { value: number }; loudness: number; from_s: number; to_s: number; reaches: unknown }[] = [];
let opened = 0;

class TestAudio {
  readonly destination = 'speaker';
  readonly currentTime = 100;
  constructor() {
    opened += 1;
  }
  createOscillator() {
    const tone = { frequency: { value: 0 }, loudness: 0, from_s: 0, to_s: 0, reaches: undefined as unknown };
    tones.push(tone);
    return Object.assign(tone, {
      connect: (volume: { gain: { value: number } }) => {
        tone.loudness = volume.gain.value;
        return { connect: (reaches: unknown) => Object.assign(tone, { reaches }) };
      },
      start: (from_s: number) => Object.assign(tone, { from_s }),
      stop: (to_s: number) => Object.assign(tone, { to_s }),
    });
  }
  createGain() {
    return { gain: { value: 1 } };
  }
}

test('an unknown code is silent where the browser has no sound', () => {
  playErrorSound();
  assert.deepEqual(tones, []);
});

test('an unknown code plays a low tone and then a lower one', () => {
  const restore = replaceGlobals({ AudioContext: TestAudio });
  playErrorSound();
  restore();
  const [first, second, ...others] = tones;
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(others, []);
  assert.ok(first.frequency.value > second.frequency.value && second.frequency.value > 100);
  assert.ok(first.from_s === 100 && first.from_s < first.to_s && first.to_s < second.from_s);
  assert.ok(second.from_s < second.to_s && second.to_s < 100.5, 'it does not delay the next scan');
  for (const { loudness, reaches } of tones) {
    assert.equal(reaches, 'speaker');
    assert.ok(loudness > 0 && loudness < 1, 'not as loud as the device can');
  }
});

test('further unknown codes use the same audio', () => {
  const restore = replaceGlobals({ AudioContext: TestAudio });
  playErrorSound();
  restore();
  assert.deepEqual([tones.length, opened], [4, 1]);
});
