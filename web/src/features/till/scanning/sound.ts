let context: AudioContext | undefined;

/** Plays two low tones for an unknown code. Silent if the browser has no sound. */
export function playErrorSound(): void {
  try {
    context ??= new AudioContext();
    for (const [at, pitch] of [
      [0, 330],
      [0.16, 220],
    ] as const) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = pitch;
      volume.gain.value = 0.2;
      tone.connect(volume).connect(context.destination);
      tone.start(context.currentTime + at);
      tone.stop(context.currentTime + at + 0.14);
    }
  } catch {
    // The alarm is optional.
  }
}
