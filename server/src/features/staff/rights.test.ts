import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Caller } from '../../../../test/caller.ts';
import { aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { inviteByLink, tokenOf } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { isAllowed, type Permission, type Role, roles, rolesByPermission } from '../../core/permissions.ts';

/** A member grants and removes only permissions that they have, and a merchant always has an owner. */
const app = await createTestApp();
const permissionsOf = (role: Role) =>
  (Object.keys(rolesByPermission) as Permission[]).filter((permission) => isAllowed(role, permission));
const idOf = async (caller: Caller): Promise<string> => (await caller.get('/auth/me')).body.data.id;

interface Membership {
  role: Role;
  active: boolean;
}

async function membershipsOf(shop: Shop): Promise<Map<string, Membership>> {
  const { rows } = await app.admin.query<{ user_id: string; role: Role; active: boolean }>(
    `select user_id, role, deactivated_at is null as active from memberships where merchant_id = $1`,
    [shop.merchant_id],
  );
  return new Map(rows.map(({ user_id, role, active }) => [user_id, { role, active }]));
}

test('a manager can neither create, change, remove nor restore an owner', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const cashier = await idOf(await aStaffMember(shop, 'cashier'));
  const former = await idOf(await aStaffMember(shop, 'owner'));
  assert.equal((await shop.owner.delete(`/staff/${former}`)).status, 200);
  const { email } = (await shop.owner.get(`/staff/${former}`)).body.data;
  const before = await membershipsOf(shop);
  const invitation = { email: 'owner2@example.com', name: 'U', role: 'owner' };
  for (const answer of [
    await manager.post('/staff', invitation),
    await manager.post('/staff', { ...invitation, email, role: 'cashier' }),
    await manager.put(`/staff/${cashier}`, { role: 'owner' }),
    await manager.put(`/staff/${await idOf(manager)}`, { role: 'owner' }),
    await manager.put(`/staff/${shop.owner_id}`, { role: 'viewer' }),
    await manager.put(`/staff/${shop.owner_id}`, { name: 'Renamed' }),
    await manager.delete(`/staff/${shop.owner_id}`),
    await manager.put(`/staff/${former}`, { role: 'viewer' }),
    await manager.post(`/staff/${former}/reactivate`),
  ]) {
    assert.equal(answer.status, 403, answer.text);
    assert.equal(answer.body.error.code, 'FORBIDDEN');
  }
  assert.deepEqual(await membershipsOf(shop), before);
});

test('a manager whose role another process has just lowered grants nothing more', async () => {
  const shop = await aShop(app);
  // Of the manager's new role: that it may not grant others is another check.
  const clerk = await idOf(await aStaffMember(shop, 'stock_clerk'));
  const former = await idOf(await aStaffMember(shop, 'stock_clerk'));
  assert.equal((await shop.owner.delete(`/staff/${former}`)).status, 200);
  const invited = await inviteByLink(shop.owner, { email: 'soon@example.com', name: 'S', role: 'stock_clerk' });
  const manager = await aStaffMember(shop, 'manager');
  // The service remembers the membership for a moment.
  assert.equal((await manager.get('/staff')).status, 200);
  await app.admin.query(`update memberships set role = 'stock_clerk' where user_id = $1`, [await idOf(manager)]);
  const before = await membershipsOf(shop);
  for (const answer of [
    await manager.post('/staff', { email: 'friend@example.com', name: 'F', role: 'stock_clerk', send: 'link' }),
    await manager.post(`/staff/${invited.id}/invite`, { send: 'link' }),
    await manager.put(`/staff/${clerk}`, { branch_ids: [shop.branch_id] }),
    await manager.delete(`/staff/${clerk}`),
    await manager.post(`/staff/${former}/reactivate`),
  ])
    assert.deepEqual(
      [answer.status, answer.body.error.message],
      [403, 'The role stock_clerk may not do this: it needs staff:write'],
      answer.text,
    );
  assert.deepEqual(await membershipsOf(shop), before);
});

test('the last owner can be neither demoted nor deactivated, not even by that owner', async () => {
  const shop = await aShop(app);
  for (const answer of [
    await shop.owner.put(`/staff/${shop.owner_id}`, { role: 'manager' }),
    await shop.owner.delete(`/staff/${shop.owner_id}`),
  ]) {
    assert.equal(answer.status, 422);
    assert.equal(answer.body.error.code, 'INVALID_STATE');
  }
  const second = await idOf(await aStaffMember(shop, 'owner'));
  assert.equal(
    (await shop.owner.put(`/staff/${second}`, { role: 'viewer' })).status,
    200,
    'one of two owners can be demoted',
  );
});

test('one of two owners remains when they remove each other at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const shop = await aShop(app);
    const second = await aStaffMember(shop, 'owner');
    const second_id = await idOf(second);
    const answers = await Promise.all([
      shop.owner.delete(`/staff/${second_id}`),
      round % 2 === 0
        ? second.delete(`/staff/${shop.owner_id}`)
        : second.put(`/staff/${shop.owner_id}`, { role: 'viewer' }),
    ]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const owners = [...(await membershipsOf(shop)).values()].filter(({ role, active }) => role === 'owner' && active);
    assert.equal(owners.length, 1);
  }
});

test('one of two owners remains when both demote themselves at the same time', async () => {
  const shop = await aShop(app);
  const second = await aStaffMember(shop, 'owner');
  const answers = await Promise.all([
    shop.owner.put(`/staff/${shop.owner_id}`, { role: 'viewer' }),
    second.put(`/staff/${await idOf(second)}`, { role: 'viewer' }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
});

for (const [title, change] of [
  ['role', `role = 'cashier'`],
  ['membership', 'deactivated_at = now()'],
] as const) {
  test(`a member whose ${title} another process has just removed can grant nothing`, async () => {
    const shop = await aShop(app);
    const second = await aStaffMember(shop, 'owner');
    const till_id = await idOf(await aStaffMember(shop, 'cashier'));
    const second_id = await idOf(second);
    await app.admin.query(`update memberships set ${change} where merchant_id = $1 and user_id = $2`, [
      shop.merchant_id,
      second_id,
    ]);
    const invitation = { email: `late-${title.slice(-4)}@example.com`, name: 'L', role: 'owner' };
    for (const answer of [
      // The first ones, while this process still remembers the former rights.
      await second.post(`/staff/${till_id}/end-sessions`),
      await second.post('/staff', { ...invitation, role: 'cashier' }),
      await second.post('/staff', invitation),
      await second.put(`/staff/${second_id}`, { role: 'owner' }),
      await second.put(`/staff/${till_id}`, { branch_id: shop.branch_id }),
      await second.delete(`/staff/${till_id}`),
    ]) {
      assert.equal(answer.status, 403);
    }
  });
}

const role = fc.constantFrom(...roles);
const memberIndex = fc.nat({ max: 5 });
const change = fc.oneof(
  fc.record({ kind: fc.constant('invite' as const), by: memberIndex, role }),
  fc.record({ kind: fc.constant('reinvite' as const), by: memberIndex, target: memberIndex, role }),
  fc.record({ kind: fc.constant('put' as const), by: memberIndex, target: memberIndex, role }),
  fc.record({ kind: fc.constant('remove' as const), by: memberIndex, target: memberIndex }),
  fc.record({ kind: fc.constant('restore' as const), by: memberIndex, target: memberIndex }),
);
type Change = typeof change extends fc.Arbitrary<infer Step> ? Step : never;

test('no sequence of staff changes exceeds the permissions of the users who make them', async () => {
  const shop = await aShop(app);
  const people = [shop.owner, ...(await Promise.all(roles.map((each) => aStaffMember(shop, each))))];
  const ids = await Promise.all(people.map(idOf));
  const emails = await Promise.all(
    ids.map(async (id) => (await shop.owner.get(`/staff/${id}`)).body.data.email as string),
  );
  let invited = 0;
  /** Invites a person, who accepts immediately. */
  const invite = async (caller: Caller, invitation: { email: string | undefined; role: Role }, account?: Caller) => {
    const answer = await caller.post('/staff', { ...invitation, name: 'N', send: 'link' });
    if (answer.status !== 201) return answer;
    const token = tokenOf(answer.body.data.invitation_link);
    if (account !== undefined) return account.post('/auth/invitations/accept', { token });
    return app.anonymous.post('/auth/invitations/accept', { token, password: 'long enough' });
  };
  const send = (step: Change, caller: Caller) => {
    if (step.kind === 'invite') return invite(caller, { email: `invited${++invited}@example.com`, role: step.role });
    const id = ids[step.target];
    if (step.kind === 'reinvite')
      return invite(caller, { email: emails[step.target], role: step.role }, people[step.target]);
    if (step.kind === 'put') return caller.put(`/staff/${id}`, { role: step.role });
    return step.kind === 'remove' ? caller.delete(`/staff/${id}`) : caller.post(`/staff/${id}/reactivate`);
  };
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const step of steps) {
        const caller = people[step.by];
        assert.ok(caller);
        const before = await membershipsOf(shop);
        const acting = before.get(ids[step.by] ?? '');
        await send(step, caller);
        const after = await membershipsOf(shop);
        for (const [id, membership] of after) {
          const former = before.get(id);
          if (former !== undefined && former.role === membership.role && former.active === membership.active) continue;
          changes += 1;
          assert.ok(acting?.active, 'only a current member makes changes');
          const own = new Set(permissionsOf(acting.role));
          for (const permission of [
            ...permissionsOf(membership.role),
            ...(former === undefined ? [] : permissionsOf(former.role)),
          ]) {
            assert.ok(own.has(permission), `${acting.role} changed the permission ${permission}`);
          }
        }
        assert.ok(
          [...after.values()].some((membership) => membership.role === 'owner' && membership.active),
          'the merchant has an owner',
        );
      }
    }),
    { numRuns: 25, seed: 7 },
  );
  assert.ok(changes > 20, `only ${changes} changes were made: too few to test the property`);
});

test('an invitation grants nothing if its inviter has the permissions of its role, but may not invite any more', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const invitation = { email: 'late@example.com', name: 'Late', role: 'stock_clerk' };
  const { token } = await inviteByLink(manager, invitation);
  const accept = () => app.anonymous.post('/auth/invitations/accept', { token, password: 'the first password' });
  assert.equal((await shop.owner.put(`/staff/${await idOf(manager)}`, { role: 'stock_clerk' })).status, 200);
  assert.equal((await accept()).status, 422);
  assert.equal((await shop.owner.put(`/staff/${await idOf(manager)}`, { role: 'manager' })).status, 200);
  assert.equal((await accept()).status, 200);
});
