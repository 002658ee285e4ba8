import { newId } from '../../server/src/core/ids.ts';
import { roles } from '../../server/src/core/permissions.ts';
import { password } from '../merchant-records.ts';
import type { Json } from './json.ts';
import { createAgain } from './restore.ts';
import type { Source } from './values.ts';

const settings = ({ random }: Source): Json => ({
  tax_mode: random.oneOf(['none', 'inclusive']),
  tax_rate: random.below(20),
  name: 'Renamed',
});

/** Adds a unit to a warehouse, so that it can be transferred. */
async function stockToMove({ fixture }: Source): Promise<{ product_id: string; from: string; to: string }> {
  const { product: product_id, warehouse } = fixture.ids;
  await fixture.owner.caller.post('/inventory/adjustment', {
    product_id,
    warehouse_id: warehouse,
    quantity: 1,
    type: 'in',
  });
  return { product_id, from: warehouse, to: fixture.otherBranch.warehouse };
}

export async function newRefreshToken({ fixture, random }: Source): Promise<Json> {
  const { email } = fixture.people[random.oneOf(roles)];
  const { body } = await fixture.app.anonymous.post('/auth/login', { email, password });
  return { refresh_token: body?.data?.refresh_token ?? 'none', ...(random.below(2) === 0 ? { rotate: true } : {}) };
}

/** Bodies whose fields depend on each other or on records of the shop. */
export const bodies: Record<string, (source: Source) => Json | Promise<Json>> = {
  createTransaction: ({ fixture, random }) => ({
    items: [{ product_id: fixture.ids.product, quantity: 1 + random.below(3) }],
    payment_method: random.oneOf(['cash', 'card', 'qris']),
    customer_id: fixture.ids.customer,
    ...(random.below(3) === 0 ? { status: 'pending' } : {}),
  }),
  quoteTransaction: ({ fixture, random }) => ({
    items: [
      { product_id: fixture.ids.product, quantity: 1 + random.below(3), discount: { percent: random.below(20) } },
    ],
    customer_id: fixture.ids.customer,
  }),
  updateTransaction: ({ fixture, random }) => ({
    items: [{ product_id: fixture.ids.product, quantity: 1 + random.below(3) }],
    label: `Table ${random.below(9)}`,
  }),
  completeTransaction: () => ({ payment_method: 'cash' }),
  refundTransaction: ({ fixture, random }) =>
    random.below(2) === 0 ? {} : { items: [{ product_id: fixture.ids.product, quantity: 1 }] },
  previewRefund: () => ({}),
  openShift: async ({ fixture }) => ({ register_id: await createAgain(fixture, 'register'), counted_float: 10 }),
  countShift: ({ random }) => ({ counted: [{ method: 'cash', amount: random.below(100) }] }),
  recountShift: ({ random }) => ({ counted: [{ method: 'cash', amount: random.below(100) }] }),
  recountClosure: ({ random }) => ({ counted: [{ method: 'cash', amount: random.below(100) }], reason: 'again' }),
  updateAccounts: ({ random }) => ({
    methods: [{ method: 'cash', account: String(1_000 + random.below(9_000)) }],
    revenue: [{ rate: random.below(30), account: '8400' }],
  }),
  createCashMovement: ({ random }) =>
    random.below(3) === 0
      ? { type: 'no_sale', reason: 'change' }
      : { type: random.oneOf(['paid_in', 'paid_out']), amount: 1 + random.below(9), reason: 'coins' },
  requestApproval: ({ fixture, random }) =>
    random.below(2) === 0
      ? { action: 'refund', method: 'POST', path: `/transactions/${fixture.ids.sale}/refund`, body: { amount: 1 } }
      : {
          action: 'discount',
          method: 'POST',
          path: '/api/v1/transactions',
          body: { items: [{ product_id: fixture.ids.product, quantity: 1 + random.below(3) }], discount: 1 },
        },
  login: ({ fixture, random }) => ({ email: fixture.people[random.oneOf(roles)].email, password }),
  loginInBrowser: ({ fixture, random }) => ({ email: fixture.people[random.oneOf(roles)].email, password }),
  refresh: newRefreshToken,
  refreshToken: newRefreshToken,
  updateCurrentUser: () => ({ name: 'A name' }),
  changePassword: () => ({ current_password: password, new_password: password }),
  createWebhook: ({ random }) => ({ url: `http://127.0.0.1:9/${random.below(1_000)}`, status: 'paused' }),
  updateWebhook: ({ random }) => ({ description: `hook ${random.below(1_000)}`, types: ['customer.*'] }),
  updateStaffMember: () => ({ role: 'stock_clerk', branch_ids: null }),
  inviteColleague: ({ random }) => ({
    email: `i${newId()}@example.com`,
    name: 'Invited',
    role: random.oneOf(['cashier', 'viewer']),
  }),
  exportReport: ({ random }) => ({
    report_type: random.oneOf(['sales', 'transactions', 'products', 'inventory', 'customers', 'sales_by_staff']),
    format: random.oneOf(['csv', 'xlsx', 'pdf']),
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  }),
  registerDevice: ({ random }) => ({ token: `t${random.below(1_000_000)}`, platform: 'android' }),
  async transferStock(source) {
    const { product_id, from, to } = await stockToMove(source);
    return { product_id, from_warehouse: from, to_warehouse: to, quantity: 1 };
  },
  async transferRecord(source) {
    const { product_id, from, to } = await stockToMove(source);
    return { productId: product_id, fromWarehouse: from, toWarehouse: to, quantity: 1 };
  },
  setPin: ({ random }) => ({ pin: `27${1_000 + random.below(9_000)}`, password }),
  enterPin: ({ fixture, random }) => ({
    pin: `27${1_000 + random.below(9_000)}`,
    merchant_id: fixture.merchant_id,
    device_id: fixture.ids.device,
  }),
  updateMerchant: settings,
  patchMerchant: settings,
};
