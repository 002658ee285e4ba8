import type { Equivalent } from './equivalents.ts';

/** Changes that only a time no clock shows, a row that is read in vain, or a role that does not exist could show. */
export const timesAndReads: readonly Equivalent[] = [
  {
    file: 'server/src/features/exports/get-export.ts',
    change: "'costs:read' -> 'catalogue:read'",
    line: 'sees_costs: can(actor',
    why: 'Each role that reads reports sees costs, and an API key sees its own exports, with permissions that stay.',
  },
  {
    file: 'server/src/features/reports/send-weekly-mails.ts',
    change: "'costs:read' -> 'catalogue:read'",
    line: 'hasCosts: can(',
    why: 'Each role that reads reports sees costs.',
  },
  {
    file: 'server/src/core/concurrency/pause.ts',
    change: '< -> <=',
    line: 'if (performance.now() - since',
    why: 'The clock has fractions of a microsecond, and no work takes exactly ten milliseconds.',
  },
  {
    file: 'server/src/features/events/follow-feed.ts',
    change: '>= -> >',
    line: 'const isHeartbeatDue',
    why: 'The clock has fractions of a microsecond, and nothing takes exactly this time.',
  },
  {
    file: 'server/src/features/webhooks/deliver-events.ts',
    change: '> -> >=',
    line: 'if (performance.now() > turn_ends)',
    why: 'The clock has fractions of a microsecond, and nothing takes exactly this time.',
  },
  {
    file: 'server/src/platform/telemetry/telemetry.ts',
    change: '>= -> >',
    line: 'else if (took_ms >= min_wait_ms)',
    why: 'The clock has fractions of a microsecond, and nothing takes exactly this time.',
  },
  {
    file: 'server/src/platform/processes/collect-garbage.ts',
    change: '< -> <=',
    line: 'if (!signal.aborted && performance',
    why: 'The share is a quotient of two times, and never exactly a fifth.',
  },
  {
    file: 'server/src/features/reports/ledger-queries.ts',
    change: '>= -> >',
    line: `s.occurred_at >= (\${start_date}`,
    why: 'Lets an index find the rows: their business days decide.',
  },
  {
    file: 'server/src/features/reports/ledger-queries.ts',
    change: '< -> <=',
    line: `s.occurred_at >= (\${start_date}`,
    why: 'Lets an index find the rows: their business days decide.',
  },
  {
    file: 'server/src/features/reports/ledger-queries.ts',
    change: `and s.occurred_at < (\${end_date}::date + interval '3 days')::timestamptz -> (dropped)`,
    line: `s.occurred_at >= (\${start_date}`,
    why: 'Lets an index find the rows: their business days decide.',
  },
  {
    file: 'server/src/features/reports/ledger-queries.ts',
    change: `and \${occurredAround(scope)} -> (dropped)`,
    line: `and \${occurredAround(scope)}`,
    why: 'Lets an index find the rows: their business days decide.',
  },
  {
    file: 'server/src/features/reports/refund-queries.ts',
    change: `and \${occurredAround(scope)} -> (dropped)`,
    line: `where s.merchant_id = \${db.merchant_id}`,
    why: 'Lets an index find the rows: their business days decide.',
  },
  {
    file: 'core/src/money.ts',
    change: '> -> >=',
    line: 'export const larger =',
    why: 'Of two equal amounts each is the larger one.',
  },
];
