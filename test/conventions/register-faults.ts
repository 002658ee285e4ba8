type Fields = Record<string, string | number>;
type Insert = (fields?: Fields) => string;

interface Rows {
  row(table: string, fields: Fields): string;
  event(type: string, subject_id: string, fields?: Fields): string;
  sale: Insert;
  payment: Insert;
  refund: Insert;
  /** A complete sale of 100. */
  wholeSale: readonly string[];
  branch_id: string;
  owner_id: string;
}

/** SQL statements that violate each invariant about registers. */
export function registerFaultsOf({ row, event, sale, payment, refund, wholeSale, branch_id, owner_id }: Rows) {
  const one = '00000000-0000-7000-8000-000000000001';
  const two = '00000000-0000-7000-8000-000000000002';
  const at = '2026-03-01T10:00:00Z';
  const later = '2026-03-01T10:00:01Z';

  const register = (fields: Fields = {}) => row('registers', { name: 'R', branch_id, ...fields });
  const shift = (fields: Fields = {}) =>
    row('shifts', { register_id: one, branch_id, number: 1, opened_by: owner_id, ...fields });
  const closed = (fields: Fields = {}) => shift({ status: 'closed', closed_at: at, closed_by: owner_id, ...fields });
  const cashMovement = (fields: Fields = {}) =>
    row('cash_movements', { shift_id: one, type: 'paid_in', amount: 5, reason: 'R', user_id: owner_id, ...fields });
  const voidOfMovement = row('cash_movement_voids', { movement_id: one, reason: 'R', user_id: owner_id });
  const closure = (fields: Fields = {}) =>
    row('closures', {
      register_id: one,
      branch_id,
      shift_id: one,
      number: 1,
      closed_by: owner_id,
      figures: '{"sales":{"amount":"0"},"refunds":{"amount":"0"}}',
      expected_methods: '{cash}',
      expected_amounts: '{0}',
      counted_methods: '{cash}',
      counted_amounts: '{0}',
      ...fields,
    });

  const counted = register({ last_shift: 1, last_closure: 1 });
  const selling = register({ last_shift: 1 });
  const ofShift = { register_id: one, shift_id: one };
  const sold = {
    sales_amount: 100,
    lifetime_sales: 100,
    figures: '{"sales":{"amount":"100"},"refunds":{"amount":"0"}}',
  };
  const hundred = { expected_amounts: '{100}' };

  /** A register with a shift that took a payment and is closed. It violates no invariant. */
  const wholeDay = [
    ...wholeSale,
    `update sales set register_id = '${one}', shift_id = '${one}'`,
    counted,
    closed({ updated_at: at }),
    closure({ ...sold, ...hundred }),
    event('register.created', one),
    event('shift.opened', one),
    event('shift.closed', one),
  ];

  const faults: Record<string, string[][]> = {
    I20: [
      [register()],
      [selling, shift(), event('register.created', one)],
      [...wholeDay, "delete from events where type = 'shift.closed'"],
      [...wholeDay, event('shift.closed', one)],
      [cashMovement()],
      [cashMovement(), voidOfMovement, event('cash_movement.created', one)],
      [event('cash_movement.created', one)],
    ],
    I21: [
      [register({ updated_at: later }), event('register.created', one)],
      [selling, shift({ updated_at: later }), event('register.created', one), event('shift.opened', one)],
    ],
    I22: [
      [event('register.created', one, { merchant_id: two }), register()],
      [event('shift.opened', one, { merchant_id: two }), shift()],
      [event('cash_movement.created', one, { merchant_id: two }), cashMovement()],
      [event('closure.corrected', two, { merchant_id: two }), closure({ id: two })],
    ],
    I26: [
      [sale(ofShift), register()],
      [sale(ofShift), shift()],
      [sale({ shift_id: one }), register(), shift()],
      [sale({ register_id: one }), register({ branch_id: two })],
      [sale(ofShift), register(), shift({ branch_id: two })],
      [sale(ofShift), register(), shift({ register_id: two })],
      [sale({ ...ofShift, status: 'pending' }), selling, shift()],
      [sale({ void_register_id: one, void_shift_id: one }), register()],
      [sale({ void_shift_id: one }), register(), shift()],
      [sale(), refund(ofShift), register()],
      [sale(), refund({ shift_id: one }), register(), shift()],
    ],
    I27: [
      [register({ last_shift: 1 })],
      [register({ last_closure: 1 })],
      [
        register({ last_shift: 2, last_closure: 1 }),
        shift(),
        closed({ id: two, number: 3 }),
        closure({ shift_id: two }),
      ],
      [
        register({ last_shift: 1, last_closure: 2 }),
        closed(),
        closure(),
        closure({ id: two, number: 3, shift_id: two }),
      ],
      [register({ last_shift: 1, last_closure: 0 }), closed()],
      [counted, shift(), closure()],
      [counted, closed(), closure({ shift_id: two })],
    ],
    I28: [
      [...wholeDay, 'update closures set expected_amounts = array[99]'],
      [...wholeDay, 'update closures set expected_methods = array[$$card$$]'],
      [...wholeDay, 'update shifts set opening_float = 1'],
      [...wholeDay, cashMovement()],
      [...wholeDay, cashMovement({ type: 'paid_out' }), cashMovement({ id: two }), voidOfMovement],
      [...wholeDay, refund({ ...ofShift, payment_method: 'cash' })],
      [...wholeDay, refund({ ...ofShift, payment_method: 'card', points_amount: 10 })],
      [...wholeDay, sale({ ...ofShift, id: two, code: 'C' }), payment({ id: two, sale_id: two, method: 'card' })],
      [...wholeDay, `update sales set void_shift_id = '${one}', void_register_id = '${one}'`],
    ],
    I29: [
      [...wholeDay, 'update closures set sales_amount = 99'],
      [...wholeDay, 'update closures set refunds_amount = 1, lifetime_refunds = 1'],
      [...wholeDay, 'update closures set lifetime_sales = 99'],
      [...wholeDay, 'update closures set lifetime_refunds = -1'],
      [...wholeDay, `update closures set figures = '{"sales":{"amount":"99"},"refunds":{"amount":"0"}}'`],
      [...wholeDay, `update closures set figures = '{"sales":{"amount":"100"},"refunds":{"amount":"1"}}'`],
      [...wholeDay, refund(ofShift)],
      [...wholeDay, `update sales set void_shift_id = '${one}'`],
    ],
    I31: [
      [...wholeDay, 'update sales set rounding = 1'],
      [...wholeDay, `update closures set figures = '{"rounding":"1"}'`],
      [...wholeDay, refund({ ...ofShift, payment_method: 'cash', rounding: 1 })],
      [...wholeDay, `update sales set rounding = 1, shift_id = null, void_shift_id = '${one}'`],
      [
        ...wholeDay,
        'update sales set rounding = 1',
        `update closures set figures = '{"rounding":"1"}'`,
        `update sales set void_shift_id = '${one}'`,
      ],
    ],
  };
  return { faults, wholeDay };
}
