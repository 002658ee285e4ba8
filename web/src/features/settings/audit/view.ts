import { type DateRange, readDateRange } from '../../../design/days.ts';
import { isId } from '../../../design/ids.ts';

/** The actions of each filter option. */
export const actionsOf = {
  goods: 'product.*,category.*',
  customers: 'customer.*',
  sales: 'sale.*',
  approvals: 'approval.*',
  staff: 'staff.*',
  registers: 'register.*,shift.*,closure.*',
  shop: 'merchant.*,branch.*,warehouse.*',
  access: 'session.*,password.*,pin.*',
  webhooks: 'webhook.*',
  files: 'import.*,export.*',
} as const;

export type Kind = keyof typeof actionsOf;

/** Filters of the audit trail in its address. */
export interface AuditView extends DateRange {
  person?: string;
  kind?: Kind;
}

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(actionsOf, kind);

export function readView({ person, kind, ...view }: Record<string, unknown>): AuditView {
  return { ...(isId(person) ? { person } : {}), ...(isKind(kind) ? { kind } : {}), ...readDateRange(view) };
}

/** The filters as query parameters of the service. */
export const queryOf = ({ person, kind, from, to }: AuditView) => ({
  user_id: person,
  action: kind === undefined ? undefined : actionsOf[kind],
  start_date: from,
  end_date: to,
});
