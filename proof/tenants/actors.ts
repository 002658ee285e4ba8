import { type Role, roles } from '../../server/src/core/permissions.ts';
import { addMemberWithAccount } from '../../test/staff.ts';
import { hire, password, signIn, type World } from '../world.ts';

/** A user of a merchant. */
export interface Actor {
  name: string;
  role: Role;
  headers: Record<string, string>;
  /** Their rights hold in the first branch alone. */
  isLimited: boolean;
  /** They work for the other merchant, too. */
  isThere?: true;
}

/** All roles, two users limited to a branch, and one who works for both merchants. */
export async function actorsOf(world: World, other: World): Promise<Actor[]> {
  const scoped = (headers: Record<string, string>) => ({ ...headers, 'x-merchant-id': world.merchant_id });
  const hiring = { ...world, owner: world.owner.caller };
  const limited = { branch_ids: [world.ids.branch] };
  const actors: Actor[] = roles.map((role) => ({
    name: role,
    role,
    headers: scoped(world.people[role].caller.headers),
    isLimited: false,
  }));
  for (const role of ['manager', 'cashier'] as const)
    actors.push({
      name: `${role} of one branch`,
      role,
      headers: scoped((await hire(hiring, role, limited)).caller.headers),
      isLimited: true,
    });
  // A user of neither, so that no name is shared.
  const person = { email: `both-${world.mark.slice(-6)}-${other.mark.slice(-6)}@example.com`, password };
  await world.app.anonymous.post('/auth/register', { ...person, name: 'Works for both' });
  const both = await signIn(world.app, person);
  for (const at of [world, other]) {
    const invitation = { email: person.email, name: 'Works for both', role: at === world ? 'manager' : 'cashier' };
    await addMemberWithAccount(at.owner.caller, both, invitation);
  }
  return [
    ...actors,
    {
      name: 'manager here, cashier there',
      role: 'manager',
      headers: scoped(both.headers),
      isLimited: false,
      isThere: true,
    },
  ];
}
