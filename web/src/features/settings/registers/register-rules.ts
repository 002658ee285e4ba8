import { numberOf } from '../../../design/forms/form-values.ts';
import type { Session } from '../../../session/session.tsx';

type User = Pick<Session, 'user' | 'may'>;

/** A user limited to branches may edit the registers of those. */
export const mayEditRegister = ({ user, may }: User, branch_id: string): boolean =>
  may('registers:write') && (user.branch_ids === null || user.branch_ids.includes(branch_id));

/** The submitted fields of a register. An empty float is none. A missing checkbox is off. */
export const registerFrom = ({ name = '', opening_float, ...boxes }: Readonly<Record<string, string>>) => ({
  name: name.trim(),
  opening_float: numberOf(opening_float) ?? 0,
  blind_count: boxes.blind_count !== undefined,
  requires_shift: boxes.requires_shift !== undefined,
  status: boxes.status === undefined ? ('inactive' as const) : ('active' as const),
});
