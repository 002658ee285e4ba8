import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readAct } from '../../design/act-rules.ts';
import { readView as readAudit } from '../../features/settings/audit/view.ts';
import { readJobsView } from '../../features/settings/jobs/view.ts';
import { readWebhookView } from '../../features/settings/webhooks/view.ts';
import { knownSearch } from '../known-search.ts';
import { authenticated } from './root.ts';

const settings = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings',
  component: lazyRouteComponent(() => import('../../features/settings/settings.tsx'), 'Settings'),
});

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/shop' });
  },
});

const settingsOfShop = createRoute({
  getParentRoute: () => settings,
  path: '/shop',
  component: lazyRouteComponent(() => import('../../features/settings/shop/shop.tsx'), 'Shop'),
});

const settingsOfLocations = createRoute({
  getParentRoute: () => settings,
  path: '/places',
  component: lazyRouteComponent(() => import('../../features/settings/locations/locations.tsx'), 'Locations'),
});

const settingsOfRegisters = createRoute({
  getParentRoute: () => settings,
  path: '/registers',
  component: lazyRouteComponent(() => import('../../features/settings/registers/registers.tsx'), 'Registers'),
});

const settingsOfAccounting = createRoute({
  getParentRoute: () => settings,
  path: '/accounting',
  component: lazyRouteComponent(() => import('../../features/settings/accounting/accounting.tsx'), 'Accounting'),
});

const settingsOfStaff = createRoute({
  getParentRoute: () => settings,
  path: '/staff',
  validateSearch: knownSearch((view) => readAct(view, ['invite'])),
  component: lazyRouteComponent(() => import('../../features/settings/staff/staff.tsx'), 'Staff'),
});

const settingsOfAccount = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  component: lazyRouteComponent(() => import('../../features/settings/account/account.tsx'), 'AccountPage'),
});

const settingsOfDevices = createRoute({
  getParentRoute: () => settings,
  path: '/devices',
  component: lazyRouteComponent(() => import('../../features/settings/devices/devices.tsx'), 'Devices'),
});

const settingsOfWebhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../../features/settings/webhooks/webhooks.tsx'), 'Webhooks'),
});

const settingsOfWebhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$id',
  validateSearch: knownSearch(readWebhookView),
  component: lazyRouteComponent(() => import('../../features/settings/webhooks/webhook.tsx'), 'WebhookPage'),
});

const settingsOfApiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('../../features/settings/api-keys/api-keys.tsx'), 'ApiKeys'),
});

const settingsOfJobs = createRoute({
  getParentRoute: () => settings,
  path: '/jobs',
  validateSearch: knownSearch(readJobsView),
  component: lazyRouteComponent(() => import('../../features/settings/jobs/jobs.tsx'), 'Jobs'),
});

const settingsOfAudit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: knownSearch(readAudit),
  component: lazyRouteComponent(() => import('../../features/settings/audit/audit.tsx'), 'Audit'),
});

export const settingsRoutes = settings.addChildren([
  settingsIndex,
  settingsOfShop,
  settingsOfLocations,
  settingsOfRegisters,
  settingsOfAccounting,
  settingsOfStaff,
  settingsOfAccount,
  settingsOfDevices,
  settingsOfWebhooks,
  settingsOfWebhook,
  settingsOfApiKeys,
  settingsOfJobs,
  settingsOfAudit,
]);
