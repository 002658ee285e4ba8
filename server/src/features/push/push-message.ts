import type { Database } from '../../platform/database/handle.ts';
import { forgetDevice } from '../auth/forget-device.ts';
import type { DeviceAddress } from '../auth/queries.ts';

export interface Message {
  title: string;
  body: string;
  tag: string;
  data: Record<string, string>;
}

export interface Pusher {
  database: Database;
  push: { send(device: { platform: string; token: string }, message: Message): Promise<'sent' | 'gone' | 'unconfigured'> };
}

/** Sends a message to a device; deletes a device that no longer exists. @throws if a retry may succeed */
export async function pushMessage(
  { database, push }: Pusher,
  device: DeviceAddress,
  message: Message,
): Promise<'sent' | 'gone' | 'unconfigured'> {
  const outcome = await push.send(device, message);
  if (outcome === 'gone') await forgetDevice(database.global, device);
  return outcome;
}
