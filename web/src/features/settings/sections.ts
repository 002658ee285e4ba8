import type { TextName } from '../../language/en-audit.ts';
import type { Permission } from '../../session/permissions.ts';
import type { Session } from '../../session/session.tsx';

interface Section {
  to:
    | '/settings/shop'
    | '/settings/places'
    | '/settings/registers'
    | '/settings/accounting'
    | '/settings/staff'
    | '/settings/account'
    | '/settings/devices'
    | '/settings/webhooks'
    | '/settings/api-keys'
    | '/settings/jobs'
    | '/settings/audit';
  text: TextName;
  needs?: Permission;
  /** Hidden from users limited to branches, because it covers all branches. */
  coversAllBranches?: true;
}

const sections: readonly Section[] = [
  { to: '/settings/shop', text: 'settings.shop' },
  { to: '/settings/places', text: 'settings.locations' },
  { to: '/settings/registers', text: 'settings.registers', needs: 'registers:read' },
  { to: '/settings/accounting', text: 'settings.accounting', needs: 'merchant:write' },
  { to: '/settings/staff', text: 'settings.staff', needs: 'staff:read' },
  { to: '/settings/account', text: 'settings.account' },
  { to: '/settings/devices', text: 'settings.devices' },
  { to: '/settings/webhooks', text: 'settings.webhooks', needs: 'webhooks:read', coversAllBranches: true },
  { to: '/settings/api-keys', text: 'settings.apiKeys', needs: 'api-keys:read' },
  { to: '/settings/jobs', text: 'settings.jobs', needs: 'jobs:read' },
  { to: '/settings/audit', text: 'settings.audit', needs: 'audit:read' },
];

/** Sections that this role may see. The first is opened by default. */
export const sectionsFor = ({ may, user }: Session): readonly Section[] =>
  sections.filter(
    ({ needs, coversAllBranches }) =>
      (needs === undefined || may(needs)) && (coversAllBranches === undefined || user.branch_ids === null),
  );
