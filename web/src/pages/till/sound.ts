let context: AudioContext | undefined;

/** Two low notes: what was scanned is not known. A browser without sound stays silent. */
export function soundAlarm(): void {
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
    // No sound is no reason to stop.
  }
}
