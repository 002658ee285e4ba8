import type { Handle } from '../../db/handle.ts';
import type { Actor } from '../../kernel/actor.ts';
import * as queries from './queries.ts';

/** What other rooms may ask this one. */

export const findMember = (db: Handle, user_id: string): Promise<Omit<Actor, 'session_id'> | undefined> => queries.findMember(db, user_id);

/** Branch, default warehouse and time zone of a sale; the default branch's without an id. `undefined` when there is no such branch. */
export const findPlace = (db: Handle, branch_id: string | null): Promise<queries.Place | undefined> => queries.findPlace(db, branch_id);

export type { Place } from './queries.ts';
