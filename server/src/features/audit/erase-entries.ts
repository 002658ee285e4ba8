import type { Transaction } from '../../platform/database/handle.ts';
import { clearChanges, listAbout, updateChanges } from './queries.ts';

type Rewrite = (fields: Record<string, unknown>) => Record<string, unknown>;

/** Takes out what is kept of a person, and rewrites what is kept of these other records. Who changed them, when and from where stays. */
export async function eraseEntries(tx: Transaction, person_id: string, subject_ids: readonly string[], rewrite: Rewrite): Promise<void> {
  // Of a change there is nothing but fields, each of which may be theirs.
  await clearChanges(tx, person_id);
  const rewritten = (text: string | null) => (text === null ? null : JSON.stringify(rewrite(JSON.parse(text) as Record<string, unknown>)));
  const entries = await listAbout(tx, subject_ids);
  if (entries.length > 0)
    await updateChanges(
      tx,
      entries.map(({ id, before, after }) => ({ id, before: rewritten(before), after: rewritten(after) })),
    );
}
