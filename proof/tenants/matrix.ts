import type { Role } from '../../server/src/core/permissions.ts';
import type { Kind } from '../merchant-records.ts';

/** The ids to put into a request, by kind. */
export type Named = Readonly<Record<Kind, string>>;

/** The records that a request to a route names, and what its response may show. */
export interface RouteEntry {
  /** The kind of record in the path. */
  about?: Kind;
  /** A small body with an effect. */
  body?: (named: Named) => unknown;
  /** A query that names records. */
  query?: (named: Named) => string;
  /** The record can be used once: after a success it is deleted or in another state. */
  isConsumed?: true;
  /** Neither the request nor the response belongs to a merchant. */
  isPublic?: true;
  /** The record belongs to the user who requested it. Of the others only owners see it. */
  isPersonal?: true;
  /** The response to roles that have the permission, but may not do this with the owner's record. */
  refusedTo?: Partial<Record<Role, 403 | 404>>;
  /** The response does not end. */
  isEndless?: true;
  /** The response shows other branches too: the location of stock is not secret (0013). */
  showsOtherBranches?: true;
  /** The response names each merchant for which the caller works (0069). */
  listsOwnMerchants?: true;
}

/** The owner requested the approval, so a manager decides it. */
const ofOthersOnly = { owner: 403, cashier: 403, stock_clerk: 403 } as const;

const range = 'start_date=2026-01-01&end_date=2026-12-31';
const branch = (named: Named) => `branch_id=${named.branch}`;
const sold = (named: Named) => ({
  items: [{ product_id: named.product, quantity: 1 }],
  payment_method: 'card',
  customer_id: named.customer,
});

const auth: Record<string, RouteEntry> = {
  'POST /auth/login': { isPublic: true },
  'GET /auth/options': { isPublic: true },
  'POST /auth/password/forgot': { isPublic: true },
  'POST /auth/password/reset': { isPublic: true },
  'POST /auth/invitations/preview': { isPublic: true },
  'POST /auth/invitations/accept': { isPublic: true },
  'POST /auth/register': { isPublic: true },
  'POST /auth/refresh': { isPublic: true },
  'POST /auth/refresh-token': { isPublic: true },
  'POST /auth/browser/login': { isPublic: true },
  'POST /auth/browser/refresh': { isPublic: true },
  'POST /auth/browser/logout': { isPublic: true },
  'POST /auth/browser/passkey': { isPublic: true },
  'POST /auth/passkeys/sign-in/options': { isPublic: true },
  'POST /auth/passkeys/sign-in': { isPublic: true },
  'GET /auth/passkeys': {},
  'POST /auth/passkeys/options': {},
  'POST /auth/passkeys': {},
  'PUT /auth/passkeys/:id': {},
  'DELETE /auth/passkeys/:id': {},
  'POST /auth/logout': {},
  'POST /auth/change-password': {},
  'POST /auth/pin': {},
  'GET /auth/pin': {},
  'PUT /auth/pin': {},
  'DELETE /auth/pin': {},
  'GET /auth/me': {},
  'GET /auth/merchants': { listsOwnMerchants: true },
  'GET /auth/sessions': {},
  'DELETE /auth/sessions': { query: () => 'keep_current=true' },
  'GET /auth/totp': {},
  'POST /auth/totp': {},
  'POST /auth/totp/confirm': {},
  'POST /auth/totp/recovery-codes': {},
  'DELETE /auth/totp': {},
  'DELETE /auth/sessions/:id': { about: 'session', isConsumed: true },
  'POST /auth/register-device': { body: () => ({ token: 'another', platform: 'ios' }) },
  'GET /devices': {},
  'DELETE /devices/:id': { about: 'device', isConsumed: true },
};

const settingsAndStaff: Record<string, RouteEntry> = {
  'GET /merchant': {},
  'PUT /merchant': { body: () => ({ tax_rate: 0 }) },
  'PATCH /merchant': { body: () => ({ tax_rate: 0 }) },
  'GET /branches': {},
  'POST /branches': { body: () => ({ name: 'One more' }) },
  'GET /branches/:id': { about: 'branch' },
  'PUT /branches/:id': { about: 'branch', body: () => ({ phone: '+49 30 7777777' }) },
  'GET /warehouses': { query: branch },
  'POST /warehouses': { body: (named) => ({ name: 'One more', branch_id: named.branch }) },
  'GET /warehouses/:id': { about: 'warehouse' },
  'PUT /warehouses/:id': { about: 'warehouse', body: (named) => ({ branch_id: named.branch }) },
  'GET /api-keys': {},
  'POST /api-keys': {
    body: (named) => ({ name: 'Web shop', permissions: ['catalogue:read'], branch_ids: [named.branch] }),
  },
  'GET /api-keys/:id': { about: 'api_key' },
  'PUT /api-keys/:id': { about: 'api_key', body: () => ({ name: 'Renamed' }) },
  'DELETE /api-keys/:id': { about: 'api_key', isConsumed: true },
  'GET /staff': {},
  'POST /staff': {
    body: (named) => ({
      email: `s${Math.random()}@example.com`,
      name: 'S',
      role: 'viewer',
      branch_ids: [named.branch],
    }),
  },
  'GET /staff/:id': { about: 'staff' },
  'PUT /staff/:id': { about: 'staff', body: (named) => ({ branch_ids: [named.branch] }) },
  'POST /staff/:id/end-sessions': { about: 'staff', isConsumed: true },
  'DELETE /staff/:id': { about: 'staff', isConsumed: true },
  'POST /staff/:id/reactivate': { about: 'staff' },
  'POST /staff/:id/invite': { about: 'invitation' },
  'POST /staff/:id/reset-link': { about: 'staff' },
};

const goods: Record<string, RouteEntry> = {
  'GET /lookup': { query: (named) => `code=X&${branch(named)}` },
  'GET /products': { query: branch, showsOtherBranches: true },
  'POST /products': { body: () => ({ sku: `X-${Math.random()}`, name: 'X', price: 1 }) },
  'GET /products/:id': { about: 'product' },
  'PUT /products/:id': { about: 'product', body: () => ({ unit: 'piece' }) },
  'PATCH /products/:id': { about: 'product', body: () => ({ unit: 'piece' }) },
  'DELETE /products/:id': { about: 'product', isConsumed: true },
  'POST /products/bulk-update': { body: (named) => ({ ids: [named.product], changes: { unit: 'box' } }) },
  'GET /products/:id/prices': { about: 'product' },
  'POST /products/:id/variants': { about: 'product', body: () => ({ sku: `V-${Math.random()}`, name: 'V', price: 1 }) },
  'POST /products/:id/images': { about: 'product' },
  'GET /categories': {},
  'POST /categories': { body: () => ({ name: `C ${Math.random()}` }) },
  'PUT /categories/:id': { about: 'category', body: () => ({ name: `C ${Math.random()}` }) },
  'DELETE /categories/:id': { about: 'category', isConsumed: true },
  'GET /inventory': {
    query: (named) => `product_id=${named.product}&warehouse_id=${named.warehouse}&branch_id=${named.branch}`,
    showsOtherBranches: true,
  },
  'POST /inventory': { body: () => ({ sku: `R-${Math.random()}`, name: 'R', price: 1, stock: 0, category: 'R' }) },
  'GET /inventory/:id': { about: 'product' },
  'PUT /inventory/:id': { about: 'product', body: () => ({ minStock: 3 }) },
  'PATCH /inventory/:id': { about: 'product', body: () => ({ minStock: 3 }) },
  'DELETE /inventory/:id': { about: 'product', isConsumed: true },
  'POST /inventory/bulk-delete': { body: (named) => ({ ids: [named.product] }), isConsumed: true },
  'POST /inventory/adjustment': {
    body: (named) => ({ product_id: named.product, warehouse_id: named.warehouse, quantity: 1, type: 'in' }),
  },
  'POST /inventory/transfer': {
    body: (named) => ({
      product_id: named.product,
      from_warehouse: named.warehouse,
      to_warehouse: named.warehouse,
      quantity: 1,
    }),
  },
  'POST /inventory/stock/adjust': {
    body: (named) => ({ productId: named.product, warehouseId: named.warehouse, quantity: 1, type: 'in', reason: 'R' }),
  },
  'POST /inventory/stock/transfer': {
    body: (named) => ({
      productId: named.product,
      fromWarehouse: named.warehouse,
      toWarehouse: named.warehouse,
      quantity: 1,
    }),
  },
  'GET /inventory/movements': {
    query: (named) => `product_id=${named.product}&warehouse_id=${named.warehouse}`,
    showsOtherBranches: true,
  },
  'GET /inventory/export': { query: (named) => `format=csv&branch_id=${named.branch}`, showsOtherBranches: true },
  'POST /inventory/import': {},
  'POST /inventory/import/columns': {},
  'POST /inventory/import/validate': {},
  'GET /inventory/imports': {},
  'GET /inventory/imports/:id': { about: 'import' },
  'GET /inventory/imports/:id/undo': { about: 'import' },
  'POST /inventory/imports/:id/undo': { about: 'import' },
};

const selling: Record<string, RouteEntry> = {
  'GET /customers': {},
  'POST /customers': { body: () => ({ name: 'New' }) },
  'POST /customers/import': {},
  'POST /customers/import/columns': {},
  'POST /customers/import/validate': {},
  'GET /customers/:id': { about: 'customer' },
  'PUT /customers/:id': { about: 'customer', body: () => ({ phone: '+49 30 7777777' }) },
  'DELETE /customers/:id': { about: 'customer', isConsumed: true },
  'GET /customers/:id/data': { about: 'customer' },
  'POST /customers/:id/erase': { about: 'customer', isConsumed: true },
  'GET /customers/:id/loyalty': { about: 'customer' },
  'GET /customers/:id/loyalty/history': { about: 'customer' },
  'POST /customers/:id/loyalty/corrections': { about: 'customer', body: () => ({ points: 1, reason: 'R' }) },
  'GET /transactions': { query: (named) => `customer_id=${named.customer}&branch_id=${named.branch}` },
  'POST /transactions': { body: (named) => ({ ...sold(named), branch_id: named.branch }) },
  'POST /transactions/quote': { body: (named) => ({ ...sold(named), branch_id: named.branch }) },
  'GET /transactions/:id': { about: 'sale' },
  'PUT /transactions/:id': {
    about: 'parked',
    body: (named) => ({ items: [{ product_id: named.product, quantity: 1 }] }),
  },
  'GET /transactions/:id/receipt': { about: 'sale' },
  'POST /transactions/:id/receipt/send': { about: 'sale', body: () => ({ email: 'customer@example.com' }) },
  'POST /transactions/:id/complete': { about: 'parked', body: () => ({ payment_method: 'cash' }), isConsumed: true },
  'POST /transactions/:id/refund': {
    about: 'sale',
    body: (named) => ({ items: [{ product_id: named.product, quantity: 1 }] }),
    isConsumed: true,
  },
  'POST /transactions/:id/refund/preview': {
    about: 'sale',
    body: (named) => ({ items: [{ product_id: named.product, quantity: 1 }] }),
  },
  'POST /transactions/:id/void': { about: 'parked', body: () => ({}), isConsumed: true },
  'GET /registers': { query: branch },
  'POST /registers': { body: (named) => ({ name: `R ${Math.random()}`, branch_id: named.branch }) },
  'GET /registers/:id': { about: 'register' },
  'PUT /registers/:id': { about: 'register', body: () => ({ opening_float: 20 }) },
  'GET /shifts': { query: (named) => `register_id=${named.register}&${branch(named)}` },
  'POST /shifts': { body: (named) => ({ register_id: named.register, counted_float: 10 }) },
  'GET /shifts/:id': { about: 'shift' },
  'GET /shifts/:id/report': { about: 'shift', query: () => 'format=csv' },
  'POST /shifts/:id/count': {
    about: 'shift',
    body: () => ({ counted: [{ method: 'cash', amount: 1 }] }),
    isConsumed: true,
  },
  'POST /shifts/:id/recount': { about: 'counting', body: () => ({ counted: [{ method: 'cash', amount: 1 }] }) },
  'POST /shifts/:id/reopen': { about: 'counting', isConsumed: true },
  'POST /shifts/:id/close': { about: 'counting', body: () => ({}), isConsumed: true },
  'GET /shifts/:id/movements': { about: 'shift' },
  'POST /shifts/:id/movements': { about: 'shift', body: () => ({ type: 'paid_in', amount: 1, reason: 'R' }) },
  'POST /shifts/:id/movements/:movement_id/void': { about: 'shift', body: () => ({ reason: 'R' }) },
  'GET /closures': { query: (named) => `register_id=${named.register}&${branch(named)}` },
  'GET /closures/:id': { about: 'closure' },
  'GET /closures/:id/report': { about: 'closure', query: () => 'format=csv' },
  'POST /closures/:id/recounts': {
    about: 'closure',
    body: () => ({ counted: [{ method: 'cash', amount: 1 }], reason: 'R' }),
  },
  'GET /closures/:id/postings': { about: 'closure', refusedTo: { cashier: 403 } },
  'GET /closures/:id/postings/file': { about: 'closure', refusedTo: { cashier: 403 } },
  'GET /accounting/accounts': {},
  'PUT /accounting/accounts': { body: () => ({ paid_in: '1000' }) },
  'GET /journal/:id': { about: 'register' },
  'GET /journal/:id/export': { about: 'register' },
  'GET /approvals': {},
  'POST /approvals': {
    body: (named) => ({ action: 'refund', method: 'POST', path: `/transactions/${named.sale}/refund` }),
    refusedTo: { stock_clerk: 403 },
  },
  'GET /approvals/:id': { about: 'approval', refusedTo: { cashier: 404, stock_clerk: 404 } },
  'POST /approvals/:id/approve': { about: 'approval', isConsumed: true, refusedTo: ofOthersOnly },
  'POST /approvals/:id/deny': { about: 'approval', isConsumed: true, refusedTo: ofOthersOnly },
  'GET /reports/sales': { query: (named) => `${range}&${branch(named)}` },
  'GET /reports/sales/by-product': { query: (named) => `${range}&${branch(named)}` },
  'GET /reports/sales/by-product/:id': { about: 'product', query: branch },
  'GET /reports/sales/by-category': { query: (named) => `${range}&${branch(named)}` },
  'GET /reports/sales/by-staff': { query: (named) => `${range}&${branch(named)}` },
  'GET /reports/sales/by-hour': { query: (named) => `${range}&${branch(named)}` },
  'GET /reports/sales/tax': { query: (named) => `${range}&${branch(named)}` },
  'GET /reports/sales/discounts': { query: (named) => `${range}&${branch(named)}` },
  'GET /reports/sales/refunds': { query: (named) => `${range}&${branch(named)}` },
  'GET /reports/weekly-mail': {},
  'PUT /reports/weekly-mail': { body: () => ({ is_on: true }) },
  'GET /reports/inventory': { query: branch },
  'POST /reports/export': {
    body: (named) => ({
      report_type: 'sales',
      format: 'csv',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      branch_id: named.branch,
    }),
  },
  'POST /exports': {
    body: (named) => ({
      report_type: 'sales',
      format: 'csv',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      branch_id: named.branch,
    }),
  },
  'GET /exports': {},
  'GET /exports/:id': { about: 'export', isPersonal: true },
  'DELETE /exports/:id': { about: 'export', isPersonal: true, isConsumed: true },
  'GET /dashboard/summary': { query: branch },
  'POST /demo': {},
  'GET /demo': {},
};

const integrations: Record<string, RouteEntry> = {
  'GET /events': {},
  'GET /events/stream': { isEndless: true },
  'GET /push/key': { isPublic: true },
  'GET /push/rules': {},
  'PUT /push/rules': { body: () => ({ low_stock: true }) },
  'POST /push/test': {},
  'GET /webhooks': {},
  'POST /webhooks': { body: () => ({ url: 'http://127.0.0.1:9/x', status: 'paused' }) },
  'GET /webhooks/:id': { about: 'webhook' },
  'PUT /webhooks/:id': { about: 'webhook', body: () => ({ description: 'D' }) },
  'DELETE /webhooks/:id': { about: 'webhook', isConsumed: true },
  'GET /webhooks/:id/deliveries': { about: 'webhook' },
  'POST /webhooks/:id/deliveries/:delivery_id/redeliver': { about: 'webhook' },
  'POST /webhooks/:id/replay': { about: 'webhook', body: () => ({ after: 0 }) },
  'POST /webhooks/:id/rotate-secret': { about: 'webhook' },
  'POST /webhooks/:id/test': { about: 'webhook' },
  'GET /audit': {},
  'GET /health/invariants': {},
  'GET /jobs': {},
  'GET /jobs/disk-space': {},
  'GET /sync': {},
};

/** All routes of the API. A missing one fails the proof and must be added. */
export const matrix: Readonly<Record<string, RouteEntry>> = {
  ...auth,
  ...settingsAndStaff,
  ...goods,
  ...selling,
  ...integrations,
};
