import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';

interface NewMember {
  email: string;
  password: string;
  name: string;
  role: string;
  branch_id?: string | undefined;
  branch_ids?: string[] | undefined;
  phone?: string;
}

/** The token of an invitation's link. */
export const tokenOf = (invitation_link: string): string =>
  new URLSearchParams(new URL(invitation_link).hash.slice(1)).get('token') ?? '';

/** Invites a person by link. @returns the token of the link */
export async function inviteByLink(
  owner: Caller,
  invitation: Omit<NewMember, 'password'>,
): Promise<{ id: string; token: string }> {
  const answer = await owner.post('/staff', { ...invitation, send: 'link' });
  assert.equal(answer.status, 201, answer.text);
  return { id: answer.body.data.id, token: tokenOf(answer.body.data.invitation_link) };
}

/** Invites a person without an account, who accepts with this password. @returns the id of their account */
export async function addMember(
  owner: Caller,
  anonymous: Caller,
  { password, ...invitation }: NewMember,
): Promise<string> {
  const { token } = await inviteByLink(owner, invitation);
  const answer = await anonymous.post('/auth/invitations/accept', { token, password });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.user_id;
}

/** Invites a person who has an account and accepts with it. @returns the id of their account */
export async function addMemberWithAccount(
  owner: Caller,
  account: Caller,
  invitation: Omit<NewMember, 'password'>,
): Promise<string> {
  const { token } = await inviteByLink(owner, invitation);
  const answer = await account.post('/auth/invitations/accept', { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.user_id;
}
