import type { Handle } from '../../db/handle.ts';
import * as queries from './queries.ts';

/** What other rooms may ask this one. */

export const findSession = (global: Handle, session_id: string) => queries.findSession(global, session_id);
