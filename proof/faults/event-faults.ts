import { model, tests } from './checks.ts';
import type { Fault } from './fault.ts';

const features = 'server/src/features';

/** Faults of events and their recipients. */
export const eventFaults: readonly Fault[] = [
  {
    name: 'refund-not-emitted',
    in: 'refundSale',
    find: "  tx.emit({ type: 'sale.refunded', subject_id: id, payload: recorded, ctx });\n",
    put: '',
    breaks: 'A refund emits no event',
    by: model(),
    says: /I20 /,
  },
  {
    name: 'numbered-before-commit',
    in: 'lockHead',
    find: 'select sequence from event_heads where merchant_id = ${tx.merchant_id} for update`',
    put: 'select sequence from event_heads where merchant_id = ${tx.merchant_id}`',
    breaks: 'Several transactions number events at once, and a smaller number may follow a larger one',
    by: tests(`${features}/events/feed.test.ts`),
    says: /✖ numbers all events without gaps/,
  },
  {
    name: 'change-not-noticed',
    in: 'createTenantCaches',
    find: "for (const type of types) last.set(type.split('.')[0] ?? type, now);",
    put: "for (const type of types) if (!type.startsWith('stock.')) last.set(type.split('.')[0] ?? type, now);",
    breaks: 'Cached stock is served after it has changed',
    by: tests('server/src/platform/cache/response-cache.test.ts'),
    says: /✖ in one process: stock is adjusted, and reads show it immediately/,
  },
];
