import { readPreference, storePreference } from '../../lib/preferences.ts';

const volume = 0.2;
const tones: readonly { hertz: number; from_s: number; to_s: number }[] = [
  { hertz: 880, from_s: 0, to_s: 0.18 },
  { hertz: 1_320, from_s: 0.22, to_s: 0.5 },
];

let audio: AudioContext | undefined;

/** Whether this browser rings for new requests. It does unless the user has turned it off. */
export const isRinging = (): boolean => readPreference('ring') !== 'off';

export const storeRinging = (isOn: boolean): void => storePreference('ring', isOn ? undefined : 'off');

/** Plays two short tones. Where the browser plays no sound, the number beside the menu must do. */
export const ring = (): void => void playTones().catch(() => undefined);

/** A page that was never clicked may play nothing, and must not play it when it is clicked later. */
async function playTones(): Promise<void> {
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  await audio.resume();
  for (const { hertz, from_s, to_s } of tones) {
    const [from, to] = [audio.currentTime + from_s, audio.currentTime + to_s];
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const loudness = new GainNode(audio, { gain: volume });
    // Without the fade, each tone would end with a click.
    loudness.gain.setValueAtTime(volume, from);
    loudness.gain.linearRampToValueAtTime(0, to);
    tone.connect(loudness).connect(audio.destination);
    tone.start(from);
    tone.stop(to);
  }
}
