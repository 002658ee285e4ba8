import { eventType } from '../../platform/http/event-type.ts';
import { newDevice, toNewDevice } from './schemas.ts';
import type { NewDevice } from './start-session.ts';

export const sessionEvents = {
  'session.new_device': eventType<NewDevice>('Somebody signed in from a device that was not seen before', newDevice, toNewDevice),
};
