import type { Handle } from '../../db/handle.ts';
import { notFound } from '../../kernel/refusal.ts';
import { type ColleagueRow, findColleague } from './queries.ts';

/** Somebody who works here, or did. @throws Refusal NOT_FOUND */
export async function getColleague(db: Handle, user_id: string): Promise<ColleagueRow> {
  const row = await findColleague(db, user_id);
  if (row === undefined) throw notFound('Member of the staff');
  return row;
}
