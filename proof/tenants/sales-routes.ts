import type { Named, RouteEntry } from './route-entry.ts';

/** The owner requested the approval, so a manager decides it. */
const ofOthersOnly = { owner: 403, cashier: 403, stock_clerk: 403 } as const;

const branch = (named: Named) => `branch_id=${named.branch}`;
const sold = (named: Named) => ({
  items: [{ product_id: named.product, quantity: 1 }],
  payment_method: 'card',
  customer_id: named.customer,
});

/** The routes of customers, sales, registers, their accounting, and approvals. */
export const salesRoutes: Record<string, RouteEntry> = {
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
};
