import type { Permission } from '../../../session/permissions.ts';
import type { ResponseData } from '../../../session/types.ts';

export type PushRules = ResponseData<'getPushRules'>;
type May = (what: Permission) => boolean;
type KindName = Exclude<keyof PushRules, 'refund_from'>;

const kinds: readonly { name: KindName; needs?: Permission }[] = [
  { name: 'low_stock' },
  { name: 'out_of_stock' },
  { name: 'day_closed', needs: 'reports:read' },
  { name: 'exports', needs: 'reports:read' },
  { name: 'imports', needs: 'catalogue:write' },
];

/** The kinds of notifications that a user can get, apart from those of refunds. */
export const noticesFor = (may: May): KindName[] =>
  kinds.filter(({ needs }) => needs === undefined || may(needs)).map(({ name }) => name);

/** The rules that the user chose. A switch that is off is not in the form data. */
export const pushRulesFrom = (texts: Readonly<Record<string, string>>, may: May): Partial<PushRules> => ({
  ...Object.fromEntries(noticesFor(may).map((name) => [name, name in texts])),
  ...(may('sales:read') ? { refund_from: 'refunds' in texts ? Number(texts.refund_from) : null } : {}),
});
