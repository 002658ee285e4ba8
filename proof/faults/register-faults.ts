import { tests } from './checks.ts';
import type { Fault } from './fault.ts';

const registers = 'server/src/features/registers';

/** Faults of shifts and closures. */
export const registerFaults: readonly Fault[] = [
  {
    name: 'count-unlocked',
    in: 'lockShift',
    find: 'and id = ${id} for update`',
    put: 'and id = ${id}`',
    breaks: 'A drawer is counted while sales are being recorded into its shift',
    by: tests(`${registers}/races.test.ts`),
    says: /sales at the moment of a count are counted|I28 /,
  },
  {
    name: 'change-expected',
    in: 'expectedOf',
    find: 'select s.shift_id, p.method, p.amount\n',
    put: 'select s.shift_id, p.method, p.amount + s.change as amount\n',
    breaks: 'A drawer is expected to contain the change that was given',
    by: tests(`${registers}/figures.test.ts`),
    says: /each closure states what the drawer has|I28 /,
  },
  {
    name: 'refund-of-the-selling-shift',
    in: 'refundSale',
    find: 'prepareRefund(tx, { sale, ctx, request, shift })',
    put: 'prepareRefund(tx, { sale, ctx, request, shift: sale })',
    breaks: 'A refund changes the shift that sold, also a closed one',
    by: tests(`${registers}/closures.test.ts`),
    says: /belong to the shift that pays them|I28 /,
  },
];
