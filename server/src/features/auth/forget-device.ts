import type { Handle } from '../../platform/database/handle.ts';
import { deleteDevice } from './queries.ts';

/** Deletes a device that can no longer be reached. */
export async function forgetDevice(global: Handle, device: { id: string; user_id: string }): Promise<void> {
  await deleteDevice(global, device);
}
