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

/** Invites a person by link. @returns the ids of the member and the token of the link */
export async function inviteByLink(
  owner: Caller,
  invitation: Omit<NewMember, 'password'>,
): Promise<{ id: string; token: string }> {
  const response = await owner.post('/staff', { ...invitation, send: 'link' });
  assert.equal(response.status, 201, response.text);
  return { id: response.body.data.id, token: tokenOf(response.body.data.invitation_link) };
}

/** Invites a person without an account, who accepts with this password. @returns the id of their account */
export async function addMember(
  owner: Caller,
  anonymous: Caller,
  { password, ...invitation }: NewMember,
): Promise<string> {
  const { token } = await inviteByLink(owner, invitation);
  const response = await anonymous.post('/auth/invitations/accept', { token, password });
  assert.equal(response.status, 200, response.text);
  return response.body.data.user_id;
}

/** Invites a person who has an account and accepts with it. @returns the id of their account */
export async function addMemberWithAccount(
  owner: Caller,
  account: Caller,
  invitation: Omit<NewMember, 'password'>,
): Promise<string> {
  const { token } = await inviteByLink(owner, invitation);
  const response = await account.post('/auth/invitations/accept', { token });
  assert.equal(response.status, 200, response.text);
  return response.body.data.user_id;
}
