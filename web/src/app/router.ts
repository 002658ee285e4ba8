import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readAct } from '../design/act-rules.ts';
import { Crashed } from '../design/feedback/error-pages.tsx';
import { readView as readApprovals } from '../features/approvals/view.ts';
import { readView as readCustomers } from '../features/customers/view.ts';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { readView as readDashboard } from '../features/dashboard/view.ts';
import { readView as readProducts } from '../features/products/view.ts';
import { readView as readShifts } from '../features/registers/view.ts';
import { readView as readReports } from '../features/reports/view.ts';
import { readView as readSales } from '../features/sales/view.ts';
import { readMovementsView, readStockView } from '../features/stock/view.ts';
import { onSignOut } from '../session/session-state.ts';
import { knownSearch } from './known-search.ts';
import { openRoutes } from './routes/open.ts';
import { authenticated, root } from './routes/root.ts';
import { settingsRoutes } from './routes/settings.ts';

// The first pages of most visits come with the first load. All others are loaded when they are opened.
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

const transferList = createRoute({
  getParentRoute: () => authenticated,
  path: '/stock/transfer',
  component: lazyRouteComponent(() => import('../features/stock/lists/transfer-list.tsx'), 'TransferList'),
});

const countList = createRoute({
  getParentRoute: () => authenticated,
  path: '/stock/count',
  component: lazyRouteComponent(() => import('../features/stock/lists/count-list.tsx'), 'CountList'),
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

export const router = createRouter({
  routeTree: root.addChildren([
    ...openRoutes,
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
      transferList,
      countList,
      imports,
      shifts,
      shift,
      closure,
      approvals,
      reports,
      settingsRoutes,
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
