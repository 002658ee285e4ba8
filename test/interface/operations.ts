import type { Fields } from './resources.ts';
import * as resources from './resources.ts';

export interface Operation {
  /** The status of a successful response. */
  status: 200 | 201;
  query?: Fields;
  body?: Fields;
  /** The fields of the JSON response. `empty` and `file` are responses without JSON. */
  answer: Fields | 'empty' | 'file';
}

/** By `METHOD /path`. Brackets name the variant if the interface documents two responses. */
export type Operations = Readonly<Record<string, Operation>>;

const success = { success: 'true' } as const;
const withMessage = { ...success, message: 'string' } as const;
const enveloped = <Data extends Fields | readonly [Fields]>(data: Data) => ({ ...success, data });
const paged = <Row extends Fields>(row: Row) => ({ ...success, data: [row], meta: resources.meta }) as const;
const paging = { page: 'integer', limit: 'integer' } as const;

export const authentication: Operations = {
  'POST /auth/login': {
    status: 200,
    body: { email: 'string', password: 'string' },
    answer: enveloped({ access_token: 'string', refresh_token: 'string', expires_in: 'integer', user: resources.user }),
  },
  'POST /auth/register': {
    status: 201,
    body: { email: 'string', password: 'string', name: 'string', phone: 'string' },
    answer: enveloped({ user_id: 'string', email: 'string', name: 'string' }),
  },
  'POST /auth/refresh': {
    status: 200,
    body: { refresh_token: 'string' },
    answer: enveloped({ access_token: 'string', expires_in: 'integer' }),
  },
  'POST /auth/refresh-token': {
    status: 200,
    body: { refresh_token: 'string' },
    answer: enveloped({ access_token: 'string', expires_in: 'integer' }),
  },
  'POST /auth/logout': { status: 200, answer: withMessage },
  'GET /auth/me': { status: 200, answer: enveloped({ ...resources.user, merchant_id: 'string', branch_id: 'string' }) },
  'POST /auth/register-device': { status: 201, answer: success },
};

const { id: _id, created_at, updated_at, ...settable } = resources.product;
const { images, ...created } = settable;

export const products: Operations = {
  'GET /products': {
    status: 200,
    query: {
      ...paging,
      category: 'string',
      status: 'active|inactive',
      search: 'string',
      sort: 'string',
      branchId: 'string',
    },
    answer: paged(resources.product),
  },
  'GET /products/{id}': { status: 200, answer: enveloped({ ...resources.product, variants: [resources.variant] }) },
  'POST /products': {
    status: 201,
    body: created,
    answer: enveloped({ id: 'string', sku: 'string', name: 'string', created_at }),
  },
  'POST /products (flat)': { status: 201, answer: { ...success, id: 'string', ...created, created_at, updated_at } },
  'PUT /products/{id}': { status: 200, body: settable, answer: enveloped({ id: 'string', updated_at }) },
  'DELETE /products/{id}': { status: 200, answer: withMessage },
  'POST /products/{id}/variants': {
    status: 201,
    body: { name: 'string', sku: 'string', price: 'number', stock: 'integer' },
    answer: enveloped({ ...resources.variant, product_id: 'string' }),
  },
};

export const transactions: Operations = {
  'POST /transactions': {
    status: 201,
    body: { items: [resources.soldItem], payment_method: 'string', customer_id: 'string' },
    answer: enveloped(resources.transaction),
  },
  'GET /transactions': {
    status: 200,
    query: { ...paging, startDate: 'string', endDate: 'string', branchId: 'string', status: 'string' },
    answer: paged(resources.transaction),
  },
  'GET /transactions/{id}': { status: 200, answer: enveloped(resources.transaction) },
  'POST /transactions/{id}/refund': { status: 201, answer: success },
};

export const inventory: Operations = {
  'GET /inventory': {
    status: 200,
    query: { product_id: 'string', branchId: 'string', lowStock: 'boolean' },
    answer: enveloped([resources.level]),
  },
  'POST /inventory/adjustment': { status: 200, body: resources.adjustment, answer: success },
  'POST /inventory/transfer': { status: 200, body: resources.transfer, answer: success },
};

const filters = {
  search: 'string',
  category: 'string',
  status: 'active|inactive',
  sortBy: 'id|name|sku|price|stock|minStock|category|status|createdAt|updatedAt',
  sortOrder: 'asc|desc',
} as const;
const newRecord = {
  name: 'string',
  sku: 'string',
  price: 'number',
  stock: 'integer',
  category: 'string',
  minStock: 'integer',
} as const;
const changedRecord = { ...newRecord, status: 'active|inactive' } as const;
const flatRecord = { ...success, ...resources.record } as const;

export const clientLayer: Operations = {
  'GET /inventory (records)': {
    status: 200,
    query: { ...paging, ...filters },
    answer: {
      ...success,
      data: [resources.record],
      meta: { total: 'integer', page: 'integer', limit: 'integer', totalPages: 'integer' },
    },
  },
  'GET /inventory/{id}': { status: 200, answer: flatRecord },
  'POST /inventory': { status: 201, body: newRecord, answer: flatRecord },
  'PUT /inventory/{id}': { status: 200, body: changedRecord, answer: flatRecord },
  'PATCH /inventory/{id}': { status: 200, body: changedRecord, answer: flatRecord },
  'DELETE /inventory/{id}': { status: 200, answer: 'empty' },
  'POST /inventory/bulk-delete': { status: 200, body: { ids: ['string'] }, answer: 'empty' },
  'POST /inventory/import': {
    status: 200,
    body: { file: 'string' },
    answer: { success: 'integer', failed: 'integer', errors: [{ row: 'integer', message: 'string' }] },
  },
  'POST /inventory/import/validate': {
    status: 200,
    body: { file: 'string' },
    answer: { ...success, valid: 'boolean', errors: ['string'], preview: [resources.record] },
  },
  'GET /inventory/export': { status: 200, query: { format: 'xlsx|csv', ...filters }, answer: 'file' },
  'POST /inventory/stock/adjust': {
    status: 200,
    body: {
      productId: 'string',
      quantity: 'integer',
      type: 'in|out|adjustment',
      reason: 'string',
      reference: 'string',
    },
    answer: flatRecord,
  },
  'POST /inventory/stock/transfer': {
    status: 200,
    body: { productId: 'string', quantity: 'integer', fromWarehouse: 'string', toWarehouse: 'string' },
    answer: 'empty',
  },
};

export const reports: Operations = {
  'GET /reports/sales': {
    status: 200,
    query: {
      start_date: 'date',
      end_date: 'date',
      startDate: 'date',
      endDate: 'date',
      branchId: 'string',
      groupBy: 'day|week|month',
    },
    answer: enveloped(resources.salesReport),
  },
  'GET /reports/inventory': { status: 200, answer: success },
  'POST /reports/export': {
    status: 200,
    body: { report_type: 'string', format: 'string', start_date: 'date', end_date: 'date' },
    answer: enveloped(resources.exportResult),
  },
};

export const dashboard: Operations = {
  'GET /dashboard/summary': {
    status: 200,
    query: { branchId: 'string', startDate: 'date', endDate: 'date' },
    answer: success,
  },
};

export const customers: Operations = {
  'GET /customers': { status: 200, query: { ...paging, search: 'string' }, answer: paged(resources.customer) },
  'POST /customers': { status: 201, body: resources.customer, answer: enveloped(resources.customer) },
  'GET /customers/{id}/loyalty': { status: 200, answer: enveloped(resources.loyalty) },
};
