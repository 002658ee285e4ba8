import type { IconName } from '../../design/icons.tsx';
import type { TextName } from '../../language/en-audit.ts';
import type { Permission } from '../../session/permissions.ts';
import type { Session } from '../../session/session.tsx';

export interface NavItem {
  to:
    | '/'
    | '/till'
    | '/sales'
    | '/shifts'
    | '/approvals'
    | '/customers'
    | '/products'
    | '/stock'
    | '/reports'
    | '/settings';
  icon: IconName;
  text: TextName;
  needs?: Permission;
}

const navItems: readonly NavItem[] = [
  { to: '/', icon: 'dashboard', text: 'nav.dashboard', needs: 'reports:read' },
  { to: '/till', icon: 'till', text: 'nav.till', needs: 'sales:write' },
  { to: '/sales', icon: 'sales', text: 'nav.sales', needs: 'sales:read' },
  { to: '/shifts', icon: 'shifts', text: 'nav.shifts', needs: 'shifts:read' },
  { to: '/approvals', icon: 'approvals', text: 'nav.approvals', needs: 'approvals:read' },
  { to: '/customers', icon: 'customers', text: 'nav.customers', needs: 'customers:read' },
  { to: '/products', icon: 'products', text: 'nav.products' },
  { to: '/stock', icon: 'stock', text: 'nav.stock' },
  { to: '/reports', icon: 'reports', text: 'nav.reports', needs: 'reports:read' },
  { to: '/settings', icon: 'settings', text: 'nav.settings' },
];

/** Pages that this role can see. */
export const navItemsFor = ({ may }: Session): readonly NavItem[] =>
  navItems.filter(({ needs }) => needs === undefined || may(needs));
