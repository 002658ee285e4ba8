import type { Handle } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import * as queries from './queries.ts';

/** What other rooms may ask this one. */

/** Where people's messages go: the devices that they registered. */
export const listAddresses = (global: Handle, user_ids: readonly string[]): Promise<queries.DeviceAddress[]> =>
  queries.listAddresses(global, user_ids);

export const findAddresses = (global: Handle, ids: readonly string[]): Promise<queries.DeviceAddress[]> =>
  queries.findAddresses(global, ids);

export type { DeviceAddress } from './queries.ts';

export const findSession = (global: Handle, session_id: string, now: Timestamp) => queries.findSession(global, session_id, now);
