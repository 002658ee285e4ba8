import assert from 'node:assert/strict';
import { type VerifiedJournal, verifyJournal } from '../client/verify/verify-journal.ts';
import type { Caller } from './caller.ts';

/** The lines of an exported journal. */
export async function exportedLines(caller: Caller, register_id: string, after = 0): Promise<string[]> {
  const response = await caller.get(`/journal/${register_id}/export?after=${after}`);
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers['content-type'], 'application/x-ndjson');
  assert.ok(response.text.endsWith('\n'));
  return response.text.trimEnd().split('\n');
}

// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of an entry.
export const entriesIn = (lines: readonly string[]): any[] =>
  lines.map((line) => JSON.parse(line).entry).filter((entry) => entry !== undefined);

/** Exports a journal, and checks it as an auditor would. */
export const checkJournal = async (caller: Caller, register_id: string, after = 0): Promise<VerifiedJournal> =>
  verifyJournal(await exportedLines(caller, register_id, after));
