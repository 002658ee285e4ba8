import { eventType } from '../../platform/http/event-type.ts';
import { newDevice, toNewDevice } from './schemas.ts';
import type { NewDevice } from './sessions/start-session.ts';

export const sessionEvents = {
  'session.new_device': eventType<NewDevice>('A user signed in from a new device', newDevice, toNewDevice),
};
