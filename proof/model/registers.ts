import fc from 'fast-check';
import type { Person } from '../shop.ts';
import { anyPerson, command, money } from './arbitraries.ts';
import type { Code } from './attempt.ts';
import { isAmount, type Model, toWire } from './model.ts';
import type { Minor, Payment, Register, Sale, Shift } from './records.ts';

/** One of the shop's registers, or none. */
export const anyRegister = fc.option(fc.nat({ max: 2 }), { freq: 1 });

const theRegister = fc.nat({ max: 2 });

const isElsewhere = (person: Person, { branch }: Pick<Register, 'branch'>) => person === 'local' && branch === 0;

/** Why a register cannot take or pay out money for a sale of this branch. */
export const paymentErrors = (
  register: Register | undefined,
  { person, branch }: { person: Person; branch: number },
): (Code | false)[] =>
  register === undefined
    ? []
    : [
        isElsewhere(person, register) && 'FORBIDDEN',
        register.branch !== branch && 'VALIDATION_ERROR',
        register.shift?.status === 'counting' && 'INVALID_STATE',
        register.requires_shift && register.shift === null && 'INVALID_STATE',
      ];

/** The open shift of a register. */
export const shiftAt = (register: Register | undefined): Shift | null =>
  register?.shift?.status === 'open' ? register.shift : null;

/** Adds to what a shift should contain, by payment method. */
export function put(shift: Shift | null, method: string, amount: Minor): void {
  if (shift !== null) shift.contents.set(method, (shift.contents.get(method) ?? 0n) + amount);
}

export function putPayments(shift: Shift | null, payments: readonly Payment[], sign: 1n | -1n): void {
  for (const { method, amount } of payments) put(shift, method, sign * amount);
}

/** The payments of a voided sale leave the given register, or else the sale's own shift while that is open. */
export function payBack(sale: Sale, register: Register | undefined): void {
  const own = sale.shift?.status === 'open' && sale.register?.shift === sale.shift ? sale.shift : null;
  const shift = register === undefined ? own : shiftAt(register);
  putPayments(shift, sale.payments, -1n);
  if (shift !== null && shift === sale.shift) shift.sales -= sale.total;
}

const openShiftAs = (by: fc.Arbitrary<Person>, at: fc.Arbitrary<number>) =>
  command('open shift', fc.tuple(by, at, money(20_000)), (model, [person, which, float]) => {
    const register = model.registers[which];
    if (register === undefined) return undefined;
    return {
      ...{ person, method: 'post', path: '/shifts', status: 201 },
      body: { register_id: register.id, counted_float: toWire(float, model.settings) },
      errors: [
        isElsewhere(person, register) && 'FORBIDDEN',
        !isAmount(float) && 'VALIDATION_ERROR',
        register.shift !== null && 'INVALID_STATE',
      ],
      apply(data) {
        const contents = new Map([['cash', BigInt(float)]]);
        register.shifts += 1;
        register.shift = { id: data.id, status: 'open', contents, counted: null, sales: 0n, refunds: 0n };
        return { status: 'open', number: register.shifts, register_id: register.id };
      },
    };
  });

export const openShift = openShiftAs(anyPerson, theRegister);
export const openFirstShift = openShiftAs(fc.constant('owner'), fc.constant(0));

/** The register's shift that is not closed, or its last closed one. */
function shiftOf({ registers }: Model, which: number) {
  const register = registers[which];
  const id = register?.shift?.id ?? register?.closures.at(-1)?.shift_id;
  return register === undefined || id === undefined ? undefined : { register, id, shift: register.shift };
}

/** The errors of an act on a shift with one of these statuses. */
const shiftErrors = (
  person: Person,
  { register, shift }: NonNullable<ReturnType<typeof shiftOf>>,
  status: Shift['status'],
): (Code | false)[] => [
  isElsewhere(person, register) && 'NOT_FOUND',
  shift?.status !== status && ('INVALID_STATE' as const),
];

export const moveCash = command(
  'move cash',
  fc.tuple(
    anyPerson,
    theRegister,
    fc.constantFrom('paid_in' as const, 'paid_out' as const, 'no_sale' as const),
    money(5_000),
  ),
  (model, [person, which, type, amount]) => {
    const found = shiftOf(model, which);
    if (found === undefined) return undefined;
    const isMoney = type !== 'no_sale';
    return {
      ...{ person, method: 'post', path: `/shifts/${found.id}/movements`, status: 201 },
      body: { type, reason: 'counted', ...(isMoney ? { amount: toWire(amount, model.settings) } : {}) },
      errors: [
        ...shiftErrors(person, found, 'open'),
        isMoney && (!isAmount(amount) || amount === 0) && 'VALIDATION_ERROR',
      ],
      acts: type === 'paid_in' ? [] : [{ action: type, amount: isMoney ? BigInt(Math.trunc(amount)) : 0n }],
      branch: found.register.branch,
      pinned: [person, which, type, amount],
      apply() {
        if (isMoney) put(found.shift, 'cash', type === 'paid_in' ? BigInt(amount) : -BigInt(amount));
        return { type, amount: isMoney ? toWire(amount, model.settings) : null };
      },
    };
  },
);

export const countShift = command(
  'count shift',
  fc.tuple(anyPerson, theRegister, fc.constantFrom(0, 0, -1, 250)),
  (model, [person, which, off]) => {
    const found = shiftOf(model, which);
    if (found === undefined) return undefined;
    const { shift } = found;
    const cash = (shift?.contents.get('cash') ?? 0n) + BigInt(off);
    if (cash < 0n) return undefined;
    const amounts = (amount: Minor) => [{ method: 'cash', amount: toWire(amount, model.settings) }];
    return {
      ...{ person, method: 'post', path: `/shifts/${found.id}/count` },
      body: { counted: amounts(cash) },
      errors: shiftErrors(person, found, 'open'),
      apply() {
        if (shift === null) return undefined;
        Object.assign(shift, { status: 'counting', counted: cash });
        return { status: 'counting', counted: amounts(cash), variance: amounts(BigInt(off)) };
      },
    };
  },
);

export const reopenShift = command('reopen shift', fc.tuple(anyPerson, theRegister), (model, [person, which]) => {
  const found = shiftOf(model, which);
  if (found === undefined) return undefined;
  return {
    ...{ person, method: 'post', path: `/shifts/${found.id}/reopen`, errors: shiftErrors(person, found, 'counting') },
    apply() {
      if (found.shift !== null) Object.assign(found.shift, { status: 'open', counted: null });
      return { status: 'open' };
    },
  };
});

/** The sums of a register's closures, and of its sales and refunds outside of shifts. */
function lifetimeOf({ sales }: Model, register: Register) {
  const total = (amounts: readonly Minor[]) => amounts.reduce((all, amount) => all + amount, 0n);
  const isOutside = (one: Pick<Sale, 'register' | 'shift'>) => one.register === register && one.shift === null;
  const sold = sales.filter((sale) => isOutside(sale) && sale.status !== 'pending' && sale.status !== 'voided');
  const refunds = sales.flatMap((sale) => sale.refunds).filter(isOutside);
  return {
    sales: total([...register.closures, ...sold.map(({ total: of }) => ({ sales: of }))].map((one) => one.sales)),
    refunds: total([...register.closures.map((one) => one.refunds), ...refunds.map(({ amount }) => amount)]),
  };
}

export const closeShift = command('close shift', fc.tuple(anyPerson, theRegister), (model, [person, which]) => {
  const found = shiftOf(model, which);
  if (found === undefined) return undefined;
  const { register, shift } = found;
  const variance = (shift?.counted ?? 0n) - (shift?.contents.get('cash') ?? 0n);
  const amount = variance < 0n ? -variance : variance;
  return {
    ...{ person, method: 'post', path: `/shifts/${found.id}/close`, errors: shiftErrors(person, found, 'counting') },
    acts: [{ action: 'shift_variance', amount, isFree: amount === 0n }],
    ...{ branch: register.branch, pinned: [person, which] },
    apply() {
      if (shift === null) return undefined;
      register.closures.push({ shift_id: shift.id, sales: shift.sales, refunds: shift.refunds });
      register.shift = null;
      const lifetime = lifetimeOf(model, register);
      const wire = (amount: Minor) => toWire(amount, model.settings);
      const counted = shift.counted ?? 0n;
      return {
        number: register.closures.length,
        counted: [{ method: 'cash', amount: wire(counted) }],
        variance: [{ method: 'cash', amount: wire(variance) }],
        figures: { sales: { amount: wire(shift.sales) }, refunds: { amount: wire(shift.refunds) } },
        lifetime: { sales: wire(lifetime.sales), refunds: wire(lifetime.refunds) },
      };
    },
  };
});
