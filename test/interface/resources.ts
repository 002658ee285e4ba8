/** The resources of the interface: their fields in the documented order. */

/**
 * A type of the interface. `'a|b'` is an enum, `[type]` is a list, and an object has the types of its fields.
 * A `timestamp` is ISO 8601 in UTC, and a `date` is YYYY-MM-DD.
 */
export type Type = Kind | `${string}|${string}` | readonly [Type] | Fields;
type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'date' | 'true';

export interface Fields {
  readonly [name: string]: Type;
}

export const user = { id: 'string', email: 'string', name: 'string', role: 'string' } as const;

export const product = {
  id: 'string',
  sku: 'string',
  name: 'string',
  description: 'string',
  category: 'string',
  price: 'number',
  cost: 'number',
  stock: 'integer',
  status: 'active|inactive',
  images: ['string'],
  created_at: 'timestamp',
  updated_at: 'timestamp',
} as const;

export const variant = { id: 'string', name: 'string', sku: 'string', price: 'number', stock: 'integer' } as const;

export const soldItem = { product_id: 'string', quantity: 'integer', price: 'number' } as const;

export const transaction = {
  id: 'string',
  transaction_code: 'string',
  total_amount: 'number',
  status: 'string',
  payment_method: 'string',
  created_at: 'timestamp',
} as const;

export const level = {
  product_id: 'string',
  warehouse_id: 'string',
  warehouse_name: 'string',
  stock: 'integer',
  reserved: 'integer',
  available: 'integer',
} as const;

export const adjustment = {
  product_id: 'string',
  warehouse_id: 'string',
  quantity: 'integer',
  type: 'string',
  reason: 'string',
} as const;

export const transfer = {
  product_id: 'string',
  from_warehouse: 'string',
  to_warehouse: 'string',
  quantity: 'integer',
} as const;

export const salesReport = {
  total_sales: 'number',
  total_transactions: 'integer',
  average_transaction: 'number',
  top_products: [{ product_id: 'string', name: 'string', quantity_sold: 'integer', revenue: 'number' }],
} as const;

export const exportResult = { download_url: 'string', expires_at: 'timestamp' } as const;

export const customer = { name: 'string', email: 'string', phone: 'string', address: 'string' } as const;

export const loyalty = { customer_id: 'string', points: 'integer', tier: 'string', lifetime_value: 'number' } as const;

export const meta = { page: 'integer', limit: 'integer', total: 'integer', total_pages: 'integer' } as const;

export const failure = {
  error: { code: 'string', message: 'string', details: [{ field: 'string', message: 'string' }] },
} as const;

/** The record of the client layer. */
export const record = {
  id: 'string',
  name: 'string',
  sku: 'string',
  price: 'number',
  stock: 'integer',
  minStock: 'integer',
  category: 'string',
  status: 'active|inactive',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
} as const;
