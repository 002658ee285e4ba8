import type { Recorder } from './recorder.ts';

interface Signed {
  password: string;
  device_id: string;
  merchant_id: string;
}

/** Sets a PIN, signs in with it on a device, and removes it. */
export async function usePin(
  { show }: Pick<Recorder, 'show'>,
  { password, device_id, merchant_id }: Signed,
): Promise<void> {
  const pin = '4821';
  await show('setPin', { body: { pin, password } });
  await show('getPin');
  await show('enterPin', { body: { pin, merchant_id, device_id } });
  await show('removePin');
}
