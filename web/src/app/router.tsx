import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readAct } from '../design/act-rules.ts';
import { Crashed, NotFound } from '../design/feedback/error-pages.tsx';
import { readView as readApprovals } from '../features/approvals/view.ts';
import { SignIn } from '../features/auth/sign-in.tsx';
import { readView as readCustomers } from '../features/customers/view.ts';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { readView as readDashboard } from '../features/dashboard/view.ts';
import { readView as readProducts } from '../features/products/view.ts';
import { readView as readShifts } from '../features/registers/view.ts';
import { readView as readReports } from '../features/reports/view.ts';
import { readView as readSales } from '../features/sales/view.ts';
import { readView as readAudit } from '../features/settings/audit/view.ts';
import { readJobsView } from '../features/settings/jobs/view.ts';
import { readWebhookView } from '../features/settings/webhooks/view.ts';
import { readMovementsView, readStockView } from '../features/stock/view.ts';
import { api } from '../session/api.ts';
import { isSignedIn, onSignOut } from '../session/session-state.ts';
import { knownSearch } from './known-search.ts';
import { isLocalPath } from './local-path.ts';
import { Shell } from './shell/shell.tsx';

// The first pages of most visits come with the first load. All others are loaded when they are opened.
const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Crashed });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (isLocalPath(to) ? { to } : {}),
  component: SignIn,
});

/** Whether new shops can be opened here. Demo shops need open registration. */
const registration = async () => (await api.getAuthOptions()).data.registration;

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  loader: registration,
  component: lazyRouteComponent(() => import('../features/auth/welcome.tsx'), 'Welcome'),
});

const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('../features/auth/accept-invitation.tsx'), 'AcceptInvitation'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../features/auth/reset-password.tsx'), 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../features/auth/reset-password.tsx'), 'ResetPassword'),
});

const demo = createRoute({
  getParentRoute: () => root,
  path: '/demo',
  beforeLoad: async () => {
    if ((await registration()) !== 'open') throw redirect({ to: '/welcome' });
  },
  component: lazyRouteComponent(() => import('../features/demo/demo.tsx'), 'Demo'),
});

/** All pages that need a session. */
const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const isAuthenticated = await isSignedIn();
    // The service marks the page if no shop exists yet.
    if (!isAuthenticated && location.href === '/' && document.getElementById('root')?.dataset.first !== undefined)
      throw redirect({ to: '/welcome' });
    if (!isAuthenticated)
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
  },
});

const dashboard = createRoute({
  getParentRoute: () => authenticated,
  path: '/',
  validateSearch: knownSearch(readDashboard),
  component: Dashboard,
});

const products = createRoute({
  getParentRoute: () => authenticated,
  path: '/products',
  validateSearch: knownSearch(readProducts),
  component: lazyRouteComponent(() => import('../features/products/products.tsx'), 'Products'),
});

const product = createRoute({
  getParentRoute: () => authenticated,
  path: '/products/$id',
  validateSearch: knownSearch((view) => readAct(view, ['adjust'])),
  component: lazyRouteComponent(() => import('../features/products/product.tsx'), 'ProductPage'),
});

const stock = createRoute({
  getParentRoute: () => authenticated,
  path: '/stock',
  validateSearch: knownSearch(readStockView),
  component: lazyRouteComponent(() => import('../features/stock/stock.tsx'), 'Stock'),
});

const movements = createRoute({
  getParentRoute: () => authenticated,
  path: '/stock/movements',
  validateSearch: knownSearch(readMovementsView),
  component: lazyRouteComponent(() => import('../features/stock/movements.tsx'), 'Movements'),
});

const imports = createRoute({
  getParentRoute: () => authenticated,
  path: '/stock/import',
  component: lazyRouteComponent(() => import('../features/stock/import.tsx'), 'Import'),
});

const sales = createRoute({
  getParentRoute: () => authenticated,
  path: '/sales',
  validateSearch: knownSearch(readSales),
  component: lazyRouteComponent(() => import('../features/sales/sales.tsx'), 'Sales'),
});

const approvals = createRoute({
  getParentRoute: () => authenticated,
  path: '/approvals',
  validateSearch: knownSearch(readApprovals),
  component: lazyRouteComponent(() => import('../features/approvals/approvals.tsx'), 'Approvals'),
});

const shifts = createRoute({
  getParentRoute: () => authenticated,
  path: '/shifts',
  validateSearch: knownSearch(readShifts),
  component: lazyRouteComponent(() => import('../features/registers/shifts.tsx'), 'Shifts'),
});

const shift = createRoute({
  getParentRoute: () => authenticated,
  path: '/shifts/$id',
  component: lazyRouteComponent(() => import('../features/registers/shift.tsx'), 'ShiftPage'),
});

const closure = createRoute({
  getParentRoute: () => authenticated,
  path: '/shifts/closures/$id',
  component: lazyRouteComponent(() => import('../features/registers/closure.tsx'), 'ClosurePage'),
});

const reports = createRoute({
  getParentRoute: () => authenticated,
  path: '/reports',
  validateSearch: knownSearch(readReports),
  component: lazyRouteComponent(() => import('../features/reports/reports.tsx'), 'Reports'),
});

const sale = createRoute({
  getParentRoute: () => authenticated,
  path: '/sales/$id',
  validateSearch: knownSearch((view) => readAct(view, ['refund', 'void'])),
  component: lazyRouteComponent(() => import('../features/sales/sale.tsx'), 'SalePage'),
});

const till = createRoute({
  getParentRoute: () => authenticated,
  path: '/till',
  component: lazyRouteComponent(() => import('../features/till/till.tsx'), 'Till'),
});

const customers = createRoute({
  getParentRoute: () => authenticated,
  path: '/customers',
  validateSearch: knownSearch(readCustomers),
  component: lazyRouteComponent(() => import('../features/customers/customers.tsx'), 'Customers'),
});

const customerImport = createRoute({
  getParentRoute: () => authenticated,
  path: '/customers/import',
  component: lazyRouteComponent(() => import('../features/customers/import-customers.tsx'), 'ImportCustomers'),
});

const customer = createRoute({
  getParentRoute: () => authenticated,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('../features/customers/customer.tsx'), 'CustomerPage'),
});

const settings = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/settings.tsx'), 'Settings'),
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
  component: lazyRouteComponent(() => import('../features/settings/shop/shop.tsx'), 'Shop'),
});

const settingsOfLocations = createRoute({
  getParentRoute: () => settings,
  path: '/places',
  component: lazyRouteComponent(() => import('../features/settings/locations/locations.tsx'), 'Locations'),
});

const settingsOfRegisters = createRoute({
  getParentRoute: () => settings,
  path: '/registers',
  component: lazyRouteComponent(() => import('../features/settings/registers/registers.tsx'), 'Registers'),
});

const settingsOfAccounting = createRoute({
  getParentRoute: () => settings,
  path: '/accounting',
  component: lazyRouteComponent(() => import('../features/settings/accounting/accounting.tsx'), 'Accounting'),
});

const settingsOfStaff = createRoute({
  getParentRoute: () => settings,
  path: '/staff',
  validateSearch: knownSearch((view) => readAct(view, ['invite'])),
  component: lazyRouteComponent(() => import('../features/settings/staff/staff.tsx'), 'Staff'),
});

const settingsOfAccount = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/settings/account/account.tsx'), 'AccountPage'),
});

const settingsOfDevices = createRoute({
  getParentRoute: () => settings,
  path: '/devices',
  component: lazyRouteComponent(() => import('../features/settings/devices/devices.tsx'), 'Devices'),
});

const settingsOfWebhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../features/settings/webhooks/webhooks.tsx'), 'Webhooks'),
});

const settingsOfWebhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$id',
  validateSearch: knownSearch(readWebhookView),
  component: lazyRouteComponent(() => import('../features/settings/webhooks/webhook.tsx'), 'WebhookPage'),
});

const settingsOfApiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('../features/settings/api-keys/api-keys.tsx'), 'ApiKeys'),
});

const settingsOfJobs = createRoute({
  getParentRoute: () => settings,
  path: '/jobs',
  validateSearch: knownSearch(readJobsView),
  component: lazyRouteComponent(() => import('../features/settings/jobs/jobs.tsx'), 'Jobs'),
});

const settingsOfAudit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: knownSearch(readAudit),
  component: lazyRouteComponent(() => import('../features/settings/audit/audit.tsx'), 'Audit'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    welcome,
    acceptInvitation,
    forgotPassword,
    resetPassword,
    demo,
    authenticated.addChildren([
      dashboard,
      till,
      sales,
      sale,
      customers,
      customerImport,
      customer,
      products,
      product,
      stock,
      movements,
      imports,
      shifts,
      shift,
      closure,
      approvals,
      reports,
      settings.addChildren([
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
      ]),
    ]),
  ]),
  // Removes unknown and invalid search parameters from the address.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

onSignOut(() => void router.navigate({ to: '/sign-in', search: {}, ignoreBlocker: true }));
