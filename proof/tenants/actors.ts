import { type Role, roles } from '../../server/src/core/permissions.ts';
import { addMemberWithAccount } from '../../test/staff.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import { addStaff, password, signIn } from '../merchant-records.ts';

/** A user of a merchant. */
export interface Actor {
  name: string;
  role: Role;
  headers: Record<string, string>;
  /** The user has rights in the first branch only. */
  isLimited: boolean;
  /** The user also works for the other merchant. */
  worksForBoth?: true;
}

/** A user of each role, two users limited to a branch, and one who works for both merchants. */
export async function actorsOf(fixture: MerchantFixture, other: MerchantFixture): Promise<Actor[]> {
  const scoped = (headers: Record<string, string>) => ({ ...headers, 'x-merchant-id': fixture.merchant_id });
  const staffContext = { ...fixture, owner: fixture.owner.caller };
  const limited = { branch_ids: [fixture.ids.branch] };
  const actors: Actor[] = roles.map((role) => ({
    name: role,
    role,
    headers: scoped(fixture.people[role].caller.headers),
    isLimited: false,
  }));
  for (const role of ['manager', 'cashier'] as const)
    actors.push({
      name: `${role} of one branch`,
      role,
      headers: scoped((await addStaff(staffContext, role, limited)).caller.headers),
      isLimited: true,
    });
  // Registered separately, so that the user's name contains no merchant's mark.
  const person = { email: `both-${fixture.mark.slice(-6)}-${other.mark.slice(-6)}@example.com`, password };
  await fixture.app.anonymous.post('/auth/register', { ...person, name: 'Works for both' });
  const both = await signIn(fixture.app, person);
  for (const at of [fixture, other]) {
    const invitation = { email: person.email, name: 'Works for both', role: at === fixture ? 'manager' : 'cashier' };
    await addMemberWithAccount(at.owner.caller, both, invitation);
  }
  return [
    ...actors,
    {
      name: 'manager here, cashier there',
      role: 'manager',
      headers: scoped(both.headers),
      isLimited: false,
      worksForBoth: true,
    },
  ];
}
