import type { Actor } from '../../../core/actor.ts';
import type { Timestamp } from '../../../core/clock.ts';
import { forbidden } from '../../../core/errors.ts';
import type { Handle } from '../../../platform/database/handle.ts';
import { getBranch } from '../../merchant/find-locations.ts';
import { getMerchant } from '../../merchant/queries.ts';
import { getClosure } from '../closures/read-closures.ts';
import { findRegister } from '../register-queries.ts';
import type { MethodAmount } from '../rules.ts';
import type { Figures } from '../shifts/figures-rules.ts';
import { isBlind, readShift } from '../shifts/read-shifts.ts';

/** What the report of a shift or closure prints. */
export interface DrawerReport {
  /** `x`: a shift up to now; `z`: a closure. */
  kind: 'x' | 'z';
  /** Of the shift, or of the closure. */
  number: number;
  shop: { name: string; address: string | null; tax_number: string | null };
  branch: string;
  register: string;
  currency: string;
  timezone: string;
  opened_at: Timestamp;
  /** When the shift was closed, or the report made. */
  until: Timestamp;
  closed_by: string | null;
  note: string | null;
  figures: Figures;
  expected: MethodAmount[];
  counted: MethodAmount[] | null;
  variance: MethodAmount[] | null;
  lifetime: { sales: bigint; refunds: bigint } | null;
  /** What a closure states with its corrections. */
  corrected: { counted: MethodAmount[]; variance: MethodAmount[] } | null;
}

const hidden = () => forbidden('The register is counted blind, and your role may not see what it should contain');

interface ReportOf {
  actor: Actor;
  id: string;
}

/** The X report of a shift. @throws AppError NOT_FOUND, FORBIDDEN for a blind count */
export async function readShiftReport(db: Handle, { actor, id }: ReportOf, now: Timestamp): Promise<DrawerReport> {
  const shift = await readShift(db, actor, id);
  if (shift.figures === null || shift.expected === null) throw hidden();
  const { number, opened_at, closed_by_name, note, figures, expected, counted, variance } = shift;
  const until = shift.closed_at ?? now;
  const rest = { number, opened_at, until, closed_by: closed_by_name, note, figures, expected, counted, variance };
  return { kind: 'x', ...(await readPlace(db, shift)), ...rest, lifetime: null, corrected: null };
}

/** The Z report of a closure. @throws AppError NOT_FOUND, FORBIDDEN for a blind count */
export async function readClosureReport(db: Handle, { actor, id }: ReportOf): Promise<DrawerReport> {
  const closure = await getClosure(db, actor, id);
  const { figures, expected } = closure;
  if (isBlind(actor, closure) || figures === null || expected === null) throw hidden();
  const { number, opened_at, closed_at: until, closed_by_name: closed_by, note } = closure;
  const { counted, variance, lifetime, corrected } = closure;
  const rest = { number, opened_at, until, closed_by, note, figures, expected, counted, variance, lifetime, corrected };
  return { kind: 'z', ...(await readPlace(db, closure)), ...rest };
}

async function readPlace(db: Handle, { register_id, branch_id }: { register_id: string; branch_id: string }) {
  const { name, address, tax_number, currency, timezone } = await getMerchant(db);
  const branch = await getBranch(db, branch_id);
  const register = await findRegister(db, register_id);
  return {
    shop: { name, address: branch.address ?? address, tax_number },
    branch: branch.name,
    register: register?.name ?? '',
    currency,
    timezone: branch.timezone ?? timezone,
  };
}
