import type { Handle } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import * as queries from './queries.ts';

/** What other rooms may ask this one. */

export const findSession = (global: Handle, session_id: string, now: Timestamp) => queries.findSession(global, session_id, now);
