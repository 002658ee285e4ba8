import type { Database } from '../../platform/database/handle.ts';
import { removeUnreachableDevice } from '../auth/devices/devices.ts';
import { listPushDevices, type PushDevice } from '../auth/queries.ts';

export interface Message {
  title: string;
  body: string;
  tag: string;
  data: Record<string, string>;
}

export interface Pusher {
  database: Database;
  push: {
    send(
      device: { platform: string; token: string },
      message: Message,
      signal?: AbortSignal,
    ): Promise<'sent' | 'gone' | 'unconfigured'>;
  };
}

/** Sends a message to a device; deletes a device that no longer exists. @throws if a retry may succeed */
export async function pushMessage(
  { database, push }: Pusher,
  device: PushDevice,
  message: Message,
  signal?: AbortSignal,
): Promise<'sent' | 'gone' | 'unconfigured'> {
  const outcome = await push.send(device, message, signal);
  if (outcome === 'gone') await removeUnreachableDevice(database.global, device);
  return outcome;
}

type TestResult = { device_id: string; outcome: 'sent' | 'gone' | 'unconfigured' | 'failed' };

/** Sends a test message to each of a user's devices. @returns the result for each */
export async function sendTestMessages(pusher: Pusher, user_id: string): Promise<TestResult[]> {
  const devices = await listPushDevices(pusher.database.global, [user_id]);
  const message = {
    title: 'Tillhouse',
    body: 'This device receives notifications from your shop.',
    tag: 'test',
    data: { type: 'test' },
  };
  return Promise.all(
    devices.map(async (device) => ({
      device_id: device.id,
      outcome: await pushMessage(pusher, device, message).catch(() => 'failed' as const),
    })),
  );
}
