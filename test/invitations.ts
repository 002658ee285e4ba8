import assert from 'node:assert/strict';
import { type Caller, fieldsOf, type Reply } from './caller.ts';
import { aSession } from './shop.ts';
import type { TestApp } from './test-app.ts';

let people = 0;

/** The body of an invitation, of another address each time. */
export const anInvitation = (fields: Record<string, unknown> = {}) => ({
  email: `invited${++people}@example.com`,
  name: 'Ines Invited',
  role: 'cashier',
  ...fields,
});

/** An account with its own merchant, unrelated to the inviting merchant. */
export async function anAccount(app: TestApp): Promise<{ email: string; caller: Caller; user_id: string }> {
  const email = `settled${++people}@example.com`;
  const registered = await app.anonymous.post('/auth/register', {
    email,
    password: 'my own password',
    name: 'Real Name',
    phone: '+49 private',
  });
  assert.equal(registered.status, 201, registered.text);
  return {
    email,
    caller: await aSession(app, email, 'my own password'),
    user_id: registered.body.data.user_id,
  };
}

/** Asserts the error for an invalid token. */
export function assertInvalidToken(answer: Reply): void {
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual([answer.body.error.code, fieldsOf(answer)], ['VALIDATION_ERROR', ['token']]);
}
