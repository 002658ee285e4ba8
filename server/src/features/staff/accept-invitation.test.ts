import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aSession, aShop } from '../../../../test/shop.ts';
import { addMember, inviteByLink } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const { owner } = await aShop(app);
const password = 'the first password';

test('a name that the new member chooses is trimmed', async () => {
  const { token } = await inviteByLink(owner, { email: 'ines@example.com', name: 'Ines', role: 'cashier' });
  const accepted = await app.anonymous.post('/auth/invitations/accept', { token, password, name: '  Inés ' });
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal((await owner.get(`/staff/${accepted.body.data.user_id}`)).body.data.name, 'Inés');
});

test('rejects a member who accepts again, for an address that their account got meanwhile', async () => {
  const person = { email: 'mia@example.com', name: 'Mia', role: 'cashier' };
  const user_id = await addMember(owner, app.anonymous, { ...person, password });
  const mia = await aSession(app, person.email, password);
  const { token } = await inviteByLink(owner, { ...person, email: 'new-mia@example.com', role: 'manager' });
  await app.admin.query('update users set email = $2 where id = $1', [user_id, 'new-mia@example.com']);
  const answer = await mia.post('/auth/invitations/accept', { token });
  assert.deepEqual([answer.status, answer.body.error.code, fieldsOf(answer)], [422, 'DUPLICATE', ['token']]);
  assert.equal((await owner.get(`/staff/${user_id}`)).body.data.role, 'cashier');
});
