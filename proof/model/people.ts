import fc from 'fast-check';
import { anyPerson, command, findCustomer, money, reference } from './arbitraries.ts';
import { isAmount, toWire } from './model.ts';

export const createCustomer = command('create customer', anyPerson, (model, person) => ({
  ...{ person, method: 'post', path: '/customers', status: 201, errors: [] },
  body: { name: `Customer ${model.customers.length}` },
  apply(data: { id: string }) {
    model.customers.push({ id: data.id, points: 0n, lifetime: 0n, is_deleted: false });
    return { points: 0, tier: 'bronze' };
  },
}));

export const deleteCustomer = command('delete customer', fc.tuple(anyPerson, reference), (model, [person, of]) => {
  const { id, record } = findCustomer(model, of);
  return {
    ...{ person, method: 'delete', path: `/customers/${id}` },
    errors: [(record === undefined || record.is_deleted) && 'NOT_FOUND'],
    apply() {
      if (record !== undefined) record.is_deleted = true;
      return undefined;
    },
  };
});

const correction = fc.integer({ min: -40, max: 60 }).filter((points) => points !== 0);

export const correctPoints = command(
  'correct points',
  fc.tuple(anyPerson, reference, correction),
  (model, [person, of, points]) => {
    const { id, record } = findCustomer(model, of);
    const isTooMuch = record !== undefined && points < 0 && record.points + BigInt(points) < 0n;
    return {
      ...{
        person,
        method: 'post',
        path: `/customers/${id}/loyalty/corrections`,
        body: { points, reason: 'goodwill' },
        status: 201,
      },
      errors: [
        person === 'cashier' && 'FORBIDDEN',
        (record === undefined || record.is_deleted) && 'NOT_FOUND',
        isTooMuch && 'INVALID_STATE',
      ],
      apply() {
        if (record !== undefined) record.points += BigInt(points);
        return undefined;
      },
    };
  },
);

const settings = fc.record(
  {
    tax_mode: fc.constantFrom('none' as const, 'inclusive' as const, 'exclusive' as const),
    tax_rate: fc.constantFrom(0, 50_000, 82_500, 200_000),
    point_value: fc.constantFrom(0, 10_000, 33_333, 250_000),
    cash_rounding: fc.constantFrom(null, 5, 100),
    refund_limit: fc.option(money(2_000)),
    cashier_prices: fc.boolean(),
    cashier_discount: fc.constantFrom(0, 100_000, 333_333),
    original_method: fc.boolean(),
  },
  { requiredKeys: [] },
);

export const changeSettings = command('change settings', fc.tuple(anyPerson, settings), (model, [person, input]) => {
  const {
    tax_mode,
    tax_rate,
    point_value,
    cash_rounding,
    refund_limit,
    cashier_prices,
    cashier_discount,
    original_method,
  } = input;
  const body = {
    ...(tax_mode === undefined ? {} : { tax_mode }),
    ...(tax_rate === undefined ? {} : { tax_rate: tax_rate / 10_000 }),
    ...(point_value === undefined ? {} : { point_value: point_value / 1_000_000 }),
    ...(cash_rounding === undefined
      ? {}
      : { cash_rounding: cash_rounding === null ? null : toWire(cash_rounding, model.settings) }),
    ...(refund_limit === undefined
      ? {}
      : { cashier_refund_limit: refund_limit === null ? null : toWire(refund_limit, model.settings) }),
    ...(cashier_prices === undefined
      ? {}
      : { price_override_roles: ['owner', 'manager', ...(cashier_prices ? ['cashier'] : [])] }),
    ...(original_method === undefined ? {} : { refund_to_original_method: original_method }),
  };
  const discount =
    cashier_discount === undefined ? {} : { max_discount_percent: { cashier: cashier_discount / 10_000 } };
  return {
    ...{ person, method: 'patch', path: '/merchant', body: { ...body, ...discount } },
    errors: [person !== 'owner' && 'FORBIDDEN', !isAmount(refund_limit ?? 0) && 'VALIDATION_ERROR'],
    apply() {
      if (tax_mode !== undefined) model.settings.tax_mode = tax_mode;
      if (tax_rate !== undefined) model.settings.tax_rate = BigInt(tax_rate);
      if (point_value !== undefined) model.settings.point_value = BigInt(point_value);
      if (cash_rounding !== undefined)
        model.settings.cash_rounding = cash_rounding === null ? null : BigInt(cash_rounding);
      if (refund_limit !== undefined) model.settings.refund_limit = refund_limit === null ? null : BigInt(refund_limit);
      if (cashier_prices !== undefined) model.settings.cashier_prices = cashier_prices;
      if (cashier_discount !== undefined) model.settings.cashier_discount = BigInt(cashier_discount);
      if (original_method !== undefined) model.settings.original_method = original_method;
      return body;
    },
  };
});

/** Repeats an earlier request under its key: it gets the same bytes and changes nothing. If the body differs, it is rejected. */
export const repeatRequest = command(
  'repeat request',
  fc.tuple(fc.nat(), fc.boolean(), fc.boolean()),
  (model, [which, isChanged, hasApproval]) => {
    const done = model.done[which % model.done.length];
    if (done === undefined) return undefined;
    const { person, path, key, text, status } = done;
    const approval = hasApproval ? done.approval : undefined;
    const change = { [path === '/transactions' ? 'note' : 'reason']: 'changed' };
    return {
      ...{ person, method: 'post', path, key, status, replays: text },
      body: isChanged ? { ...done.body, ...change } : done.body,
      ...(approval === undefined ? {} : { approval }),
      errors: [isChanged && (approval === undefined ? 'IDEMPOTENCY_CONFLICT' : 'APPROVAL_INVALID')],
    };
  },
);

/** Reads what a cashier may not see. */
export const readForbidden = command(
  'read forbidden',
  fc.constantFrom(
    '/reports/sales?start_date=2026-01-01&end_date=2026-01-02',
    '/dashboard/summary',
    '/reports/inventory',
    '/staff',
  ),
  (_, path) => ({ person: 'cashier', method: 'get', path, errors: ['FORBIDDEN'] }),
);

/** Reads a record of another merchant. */
export const readForeign = command(
  'read foreign',
  fc.tuple(anyPerson, fc.constantFrom('product' as const, 'customer' as const, 'sale' as const)),
  (model, [person, kind]) => ({
    ...{ person, method: 'get' as const, errors: ['NOT_FOUND' as const] },
    path: `${{ product: '/products', customer: '/customers', sale: '/transactions' }[kind]}/${model.foreign[kind]}`,
  }),
);
