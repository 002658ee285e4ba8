import { listAddresses } from '../auth/lookup.ts';
import { type Pusher, pushMessage } from './push-message.ts';

type Tried = { device_id: string; outcome: 'sent' | 'gone' | 'unconfigured' | 'failed' };

/** Sends a word to each of somebody's devices, and says what became of it. */
export async function tryDevices(pusher: Pusher, user_id: string): Promise<Tried[]> {
  const devices = await listAddresses(pusher.database.global, [user_id]);
  const message = { title: 'Tillhouse', body: 'This device hears of what happens in your shop.', tag: 'test', data: { type: 'test' } };
  return Promise.all(
    devices.map(async (device) => ({
      device_id: device.id,
      outcome: await pushMessage(pusher, device, message).catch(() => 'failed' as const),
    })),
  );
}
