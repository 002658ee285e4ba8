import { listAddresses } from '../auth/queries.ts';
import { type Pusher, pushMessage } from './push-message.ts';

type Tried = { device_id: string; outcome: 'sent' | 'gone' | 'unconfigured' | 'failed' };

/** Sends a test message to each of a user's devices. @returns the result for each */
export async function tryDevices(pusher: Pusher, user_id: string): Promise<Tried[]> {
  const devices = await listAddresses(pusher.database.global, [user_id]);
  const message = { title: 'Tillhouse', body: 'This device receives notifications from your shop.', tag: 'test', data: { type: 'test' } };
  return Promise.all(
    devices.map(async (device) => ({
      device_id: device.id,
      outcome: await pushMessage(pusher, device, message).catch(() => 'failed' as const),
    })),
  );
}
