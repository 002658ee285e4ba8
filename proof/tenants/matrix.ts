import type { Kind } from '../world.ts';

/** Ids for what a request names. */
export type Named = Readonly<Record<Kind, string>>;

/** What a route is about: which things of the shop a request to it names, and how. */
export interface Place {
  /** What its path names. */
  about?: Kind;
  /** The least body that does something. */
  body?: (named: Named) => unknown;
  /** A query that names things. */
  query?: (named: Named) => string;
  /** What it was done to is not what it was. */
  spends?: true;
  /** Without a merchant: neither request nor response has one. */
  isOpen?: true;
  /** Of the person who asked for it: others at the merchant do not find it, except owners. */
  isPersonal?: true;
  /** Its answer does not end. */
  isEndless?: true;
  /** Shows other branches too: the location of stock is no secret (0013). */
  tellsOfBranches?: true;
  /** Names each merchant for which the caller works (0069). */
  tellsOfOwnMerchants?: true;
}

const range = 'start_date=2026-01-01&end_date=2026-12-31';
const branch = (named: Named) => `branch_id=${named.branch}`;
const sold = (named: Named) => ({
  items: [{ product_id: named.product, quantity: 1 }],
  payment_method: 'card',
  customer_id: named.customer,
});

const auth: Record<string, Place> = {
  'POST /auth/login': { isOpen: true },
  'GET /auth/options': { isOpen: true },
  'POST /auth/password/forgot': { isOpen: true },
  'POST /auth/password/reset': { isOpen: true },
  'POST /auth/invitations/preview': { isOpen: true },
  'POST /auth/invitations/accept': { isOpen: true },
  'POST /auth/register': { isOpen: true },
  'POST /auth/refresh': { isOpen: true },
  'POST /auth/refresh-token': { isOpen: true },
  'POST /auth/browser/login': { isOpen: true },
  'POST /auth/browser/refresh': { isOpen: true },
  'POST /auth/browser/logout': { isOpen: true },
  'POST /auth/browser/passkey': { isOpen: true },
  'POST /auth/passkeys/sign-in/options': { isOpen: true },
  'POST /auth/passkeys/sign-in': { isOpen: true },
  'GET /auth/passkeys': {},
  'POST /auth/passkeys/options': {},
  'POST /auth/passkeys': {},
  'PUT /auth/passkeys/:id': {},
  'DELETE /auth/passkeys/:id': {},
  'POST /auth/logout': {},
  'POST /auth/change-password': {},
  'GET /auth/me': {},
  'GET /auth/merchants': { tellsOfOwnMerchants: true },
  'GET /auth/sessions': {},
  'DELETE /auth/sessions': { query: () => 'keep_current=true' },
  'GET /auth/totp': {},
  'POST /auth/totp': {},
  'POST /auth/totp/confirm': {},
  'POST /auth/totp/recovery-codes': {},
  'DELETE /auth/totp': {},
  'DELETE /auth/sessions/:id': { about: 'session', spends: true },
  'POST /auth/register-device': { body: () => ({ token: 'another', platform: 'ios' }) },
  'GET /devices': {},
  'DELETE /devices/:id': { about: 'device', spends: true },
};

const places: Record<string, Place> = {
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
  'DELETE /api-keys/:id': { about: 'api_key', spends: true },
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
  'POST /staff/:id/end-sessions': { about: 'staff', spends: true },
  'DELETE /staff/:id': { about: 'staff', spends: true },
  'POST /staff/:id/reactivate': { about: 'staff' },
  'POST /staff/:id/invite': { about: 'invitation' },
  'POST /staff/:id/reset-link': { about: 'staff' },
};

const goods: Record<string, Place> = {
  'GET /lookup': { query: (named) => `code=X&${branch(named)}` },
  'GET /products': { query: branch, tellsOfBranches: true },
  'POST /products': { body: () => ({ sku: `X-${Math.random()}`, name: 'X', price: 1 }) },
  'GET /products/:id': { about: 'product' },
  'PUT /products/:id': { about: 'product', body: () => ({ unit: 'piece' }) },
  'PATCH /products/:id': { about: 'product', body: () => ({ unit: 'piece' }) },
  'DELETE /products/:id': { about: 'product', spends: true },
  'POST /products/bulk-update': { body: (named) => ({ ids: [named.product], changes: { unit: 'box' } }) },
  'GET /products/:id/prices': { about: 'product' },
  'POST /products/:id/variants': { about: 'product', body: () => ({ sku: `V-${Math.random()}`, name: 'V', price: 1 }) },
  'POST /products/:id/images': { about: 'product' },
  'GET /categories': {},
  'POST /categories': { body: () => ({ name: `C ${Math.random()}` }) },
  'PUT /categories/:id': { about: 'category', body: () => ({ name: `C ${Math.random()}` }) },
  'DELETE /categories/:id': { about: 'category', spends: true },
  'GET /inventory': {
    query: (named) => `product_id=${named.product}&warehouse_id=${named.warehouse}&branch_id=${named.branch}`,
    tellsOfBranches: true,
  },
  'POST /inventory': { body: () => ({ sku: `R-${Math.random()}`, name: 'R', price: 1, stock: 0, category: 'R' }) },
  'GET /inventory/:id': { about: 'product' },
  'PUT /inventory/:id': { about: 'product', body: () => ({ minStock: 3 }) },
  'PATCH /inventory/:id': { about: 'product', body: () => ({ minStock: 3 }) },
  'DELETE /inventory/:id': { about: 'product', spends: true },
  'POST /inventory/bulk-delete': { body: (named) => ({ ids: [named.product] }), spends: true },
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
    tellsOfBranches: true,
  },
  'GET /inventory/export': { query: (named) => `format=csv&branch_id=${named.branch}`, tellsOfBranches: true },
  'POST /inventory/import': {},
  'POST /inventory/import/validate': {},
  'GET /inventory/imports': {},
  'GET /inventory/imports/:id': { about: 'import' },
};

const selling: Record<string, Place> = {
  'GET /customers': {},
  'POST /customers': { body: () => ({ name: 'New' }) },
  'GET /customers/:id': { about: 'customer' },
  'PUT /customers/:id': { about: 'customer', body: () => ({ phone: '+49 30 7777777' }) },
  'DELETE /customers/:id': { about: 'customer', spends: true },
  'GET /customers/:id/data': { about: 'customer' },
  'POST /customers/:id/erase': { about: 'customer', spends: true },
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
  'POST /transactions/:id/complete': { about: 'parked', body: () => ({ payment_method: 'cash' }), spends: true },
  'POST /transactions/:id/refund': {
    about: 'sale',
    body: (named) => ({ items: [{ product_id: named.product, quantity: 1 }] }),
    spends: true,
  },
  'POST /transactions/:id/refund/preview': {
    about: 'sale',
    body: (named) => ({ items: [{ product_id: named.product, quantity: 1 }] }),
  },
  'POST /transactions/:id/void': { about: 'parked', body: () => ({}), spends: true },
  'GET /reports/sales': { query: (named) => `${range}&${branch(named)}` },
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
  'DELETE /exports/:id': { about: 'export', isPersonal: true, spends: true },
  'GET /dashboard/summary': { query: branch },
  'POST /demo': {},
  'GET /demo': {},
};

const telling: Record<string, Place> = {
  'GET /events': {},
  'GET /events/stream': { isEndless: true },
  'GET /push/key': { isOpen: true },
  'GET /push/rules': {},
  'PUT /push/rules': { body: () => ({ low_stock: true }) },
  'POST /push/test': {},
  'GET /webhooks': {},
  'POST /webhooks': { body: () => ({ url: 'http://127.0.0.1:9/x', status: 'paused' }) },
  'GET /webhooks/:id': { about: 'webhook' },
  'PUT /webhooks/:id': { about: 'webhook', body: () => ({ description: 'D' }) },
  'DELETE /webhooks/:id': { about: 'webhook', spends: true },
  'GET /webhooks/:id/deliveries': { about: 'webhook' },
  'POST /webhooks/:id/deliveries/:delivery_id/redeliver': { about: 'webhook' },
  'POST /webhooks/:id/replay': { about: 'webhook', body: () => ({ after: 0 }) },
  'POST /webhooks/:id/rotate-secret': { about: 'webhook' },
  'POST /webhooks/:id/test': { about: 'webhook' },
  'GET /audit': {},
  'GET /health/invariants': {},
  'GET /jobs': {},
  'GET /sync': {},
};

/** All routes of the API. A missing one fails the proof and must be added. */
export const matrix: Readonly<Record<string, Place>> = { ...auth, ...places, ...goods, ...selling, ...telling };
