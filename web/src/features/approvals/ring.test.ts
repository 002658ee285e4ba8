import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { replaceGlobals, storageOf } from '../../../../test/pages/replace-globals.ts';
import { isRinging, ring, storeRinging } from './ring.ts';

interface Tone {
  hertz?: number;
  from_s?: number;
  to_s?: number;
  loudness: [value: number, at_s: number][];
  reaches?: unknown;
}

const state = { hasBeenActive: true, resumed: 0, tones: [] as Tone[], stored: new Map<string, string>() };

class TestAudio {
  readonly destination = 'speaker';
  readonly currentTime = 100;
  async resume() {
    state.resumed += 1;
  }
}

class TestOscillator {
  readonly tone: Tone;
  constructor(_audio: TestAudio, { frequency }: { frequency: number }) {
    this.tone = { hertz: frequency, loudness: [] };
    state.tones.push(this.tone);
  }
  connect(gain: TestGain) {
    this.tone.loudness = gain.changes;
    return { connect: (reaches: unknown) => Object.assign(this.tone, { reaches }) };
  }
  start(at_s: number) {
    this.tone.from_s = at_s;
  }
  stop(at_s: number) {
    this.tone.to_s = at_s;
  }
}

class TestGain {
  readonly changes: [number, number][] = [];
  readonly gain = {
    setValueAtTime: (value: number, at_s: number) => this.changes.push([value, at_s]),
    linearRampToValueAtTime: (value: number, at_s: number) => this.changes.push([value, at_s]),
  };
}

after(
  replaceGlobals({
    AudioContext: TestAudio,
    OscillatorNode: TestOscillator,
    GainNode: TestGain,
    navigator: { userActivation: state },
    localStorage: storageOf(state.stored),
  }),
);

/** Rings, and waits until the audio has resumed. */
async function tonesOfRing(): Promise<Tone[]> {
  state.tones = [];
  ring();
  await new Promise((passed) => setImmediate(passed));
  return state.tones;
}

test('plays two tones, one after the other, that fade out', async () => {
  const [first, second, ...others] = await tonesOfRing();
  assert.ok(first?.from_s !== undefined && first.to_s !== undefined && second?.from_s !== undefined);
  assert.deepEqual([others, state.resumed], [[], 1]);
  assert.ok(first.from_s === 100 && first.from_s < first.to_s && first.to_s < second.from_s);
  assert.ok(second.to_s !== undefined && second.from_s < second.to_s && second.to_s < 101);
  assert.ok((second.hertz ?? 0) > (first.hertz ?? 0), 'the second is higher');
  for (const { loudness, from_s, to_s, reaches } of [first, second]) {
    const [start, end] = loudness;
    assert.ok(start !== undefined && start[0] > 0 && start[0] <= 0.2, 'not louder than speech');
    assert.deepEqual([start[1], end, reaches], [from_s, [0, to_s], 'speaker']);
  }
});

test('plays nothing on a page that was never clicked', async () => {
  state.hasBeenActive = false;
  assert.deepEqual(await tonesOfRing(), []);
  state.hasBeenActive = true;
});

test('is silent where the browser plays no sound', async () => {
  const restore = replaceGlobals({ OscillatorNode: undefined });
  assert.deepEqual(await tonesOfRing(), []);
  restore();
});

test('rings unless the user of this browser has turned it off', () => {
  assert.equal(isRinging(), true);
  storeRinging(false);
  assert.deepEqual([isRinging(), state.stored.size], [false, 1]);
  storeRinging(true);
  assert.deepEqual([isRinging(), state.stored.size], [true, 0]);
});
