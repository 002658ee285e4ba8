import { tests } from './checks.ts';
import type { Fault } from './fault.ts';

const journal = 'server/src/features/journal';
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
  {
    name: 'journal-unlocked',
    in: 'lockHeads',
    find: 'order by register_id for no key update`',
    put: 'order by register_id`',
    breaks: 'Two acts at one register become the same entry of its journal',
    by: tests(`${journal}/journal.test.ts`),
    says: /links concurrent acts|I32 /,
  },
  {
    name: 'journal-unlinked',
    in: 'linkEntry',
    find: 'previous: head.hash',
    put: "previous: '0'.repeat(64)",
    breaks: 'An entry of a journal can be replaced without breaking the one after it',
    by: tests(`${journal}/journal.test.ts`),
    says: /does not follow the entry before it|I32 /,
  },
  {
    name: 'days-signed-before-their-end',
    in: 'signDay',
    find: 'listHeadsBefore(db, startOfDay(today, timezone))',
    put: 'listHeadsBefore(db, now)',
    breaks: 'The signature of a day includes entries of the next one',
    by: tests(`${journal}/sign-day.test.ts`),
    says: /signs the state of all journals/,
  },
];
