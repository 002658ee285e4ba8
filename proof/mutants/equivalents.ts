import { timesAndReads } from './equivalent-times.ts';

/** A change that no client and no reader of the data can notice. */
export interface Equivalent {
  file: string;
  /** As the proof prints it. */
  change: string;
  /** The beginning of its line. */
  line: string;
  why: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/src/platform/limits/delay-queries.ts',
    change: '< -> <=',
    line: 'where d.failures < ',
    why: 'The last attempt that is free sets no wait, so the next one passes by its time as well.',
  },
  {
    file: 'server/src/platform/files/scan-xml.ts',
    change: '< -> <=',
    line: 'for (let at = start + 1; at < xml.length;',
    why: 'Beyond the end of a text there is no character, so that the additional step does nothing.',
  },
  {
    file: 'server/src/platform/files/scan-xml.ts',
    change: '< -> <=',
    line: 'const detached = (piece: string)',
    why: 'Decides only whether a piece of text is copied, which saves memory.',
  },
  {
    file: 'server/src/platform/validation/body-size.ts',
    change: '< -> <=',
    line: 'for (let at = 0; at < text.length;',
    why: 'Beyond the end of a text there is no character, so that the additional step does nothing.',
  },
  {
    file: 'server/src/platform/validation/body-size.ts',
    change: '< -> <=',
    line: 'for (let at = start + 1; at < text.length;',
    why: 'Beyond the end of a text there is no character, so that the additional step does nothing.',
  },
  {
    file: 'server/src/platform/files/read-csv.ts',
    change: '> -> >=',
    line: 'if (bytesWithoutRow > recordAtMost)',
    why: 'Bytes are counted in chunks of 16 KiB, and no number of chunks has exactly 500,000.',
  },
  {
    file: 'server/src/platform/database/batch-statements.ts',
    change: '+ -> -',
    line: 'sql` + `,',
    why: 'The sum is not read: its terms only run the writes in their order.',
  },
  {
    file: 'server/src/platform/limits/delay-queries.ts',
    change: '> -> >=',
    line: 'const isOld =',
    why: 'The clock of the database has microseconds, and no attempt is made exactly a day after another.',
  },
  {
    file: 'server/src/platform/limits/delay-queries.ts',
    change: '<= -> <',
    line: 'where d.failures < ',
    why: 'The clock of the database has microseconds, and no attempt is made exactly at the time of the next one.',
  },
  {
    file: 'server/src/platform/counters/counters.ts',
    change: '> -> >=',
    line: 'if (ends_ms > now_ms && windows.size',
    why: 'A window that has just ended stays until the next one begins; a hit compares its end again.',
  },
  {
    file: 'server/src/features/sales/erasure-queries.ts',
    change: 'and (note is not null or label is not null or void_reason is not null) -> (dropped)',
    line: 'where merchant_id =',
    why: 'Saves writes: the sales that it leaves out have no text to remove.',
  },
  {
    file: 'server/src/features/sales/erasure-queries.ts',
    change: 'and r.reason is not null -> (dropped)',
    line: 'and r.merchant_id =',
    why: 'Saves writes: the refunds that it leaves out have no reason to remove.',
  },
  {
    file: 'server/src/features/sync/synchronise.ts',
    change: '> -> >=',
    line: 'while (events.length > 1 &&',
    why: 'One event changes one product, which never has more text than a page may have.',
  },
  {
    file: 'core/src/money.ts',
    change: '< -> <=',
    line: 'export const smaller =',
    why: 'Of two equal amounts each is the smaller one.',
  },
  {
    file: 'server/src/features/sales/quote-sale.ts',
    change: '> -> >=',
    line: 'if (shortages.length',
    why: 'The error of no shortages has no details, and a quote shows the details of errors.',
  },
  {
    file: 'server/src/features/sales/request-schemas.ts',
    change: '0n -> 1n',
    line: 'amount: read.amount(',
    why: 'Stands for an amount that cannot be read, with which the request is rejected.',
  },
  {
    file: 'server/src/features/sales/refunds/refund-policy-rules.ts',
    change: '< -> <=',
    line: '`can give back ',
    why: 'Zero is shown as zero.',
  },
  {
    file: 'server/src/features/inventory/move-stock.ts',
    change: '.filter((key) => !existing.has(keyOf(key))) -> (dropped)',
    line: 'const missing = keys.filter(',
    why: 'Inserting a level that exists does nothing; the filter saves the statement.',
  },
  {
    file: 'server/src/features/inventory/move-stock.ts',
    change: '.filter((key) => !levels.has(keyOf(key))) -> (dropped)',
    line: 'const unlocked = keys.filter((key) => !levels.has(keyOf(key)));',
    why: 'Saves a statement: a level that is locked is not read again.',
  },
  {
    file: 'server/src/features/inventory/queries.ts',
    change: `and l.product_id = any(\${column(changes, 'product_id')}::uuid[]) -> (dropped)`,
    line: 'where l.merchant_id =',
    why: 'Lets the database find the rows by an index; the comparison of both ids says which they are.',
  },
  {
    file: 'server/src/features/inventory/queries.ts',
    change: `and l.product_id = any(\${[...product_ids]}::uuid[]) -> (dropped)`,
    line: 'where l.merchant_id =',
    why: 'Saves reads: each product finds its own row of the result.',
  },
  {
    file: 'server/src/features/inventory/queries.ts',
    change: 'and l.product_id = k.product_id -> (dropped)',
    line: 'join stock_levels l on',
    why: 'Saves reads: each demand finds its own level in the result.',
  },
  {
    file: 'server/src/features/inventory/queries.ts',
    change: 'and l.warehouse_id = k.warehouse_id -> (dropped)',
    line: 'join stock_levels l on',
    why: 'Saves reads: each demand finds its own level in the result.',
  },
  {
    file: 'server/src/features/auth/queries.ts',
    change: ".where('id', '=', id) -> (dropped)",
    line: '.set({ password_hash: new_hash })',
    why: 'Each stored hash has its own salt, so that only one user has the hash that is replaced.',
  },
  {
    file: 'server/src/features/audit/write-entries.ts',
    change: '> -> >=',
    line: 'if (entries.length > 0)',
    why: 'Saves a statement that would insert nothing.',
  },
  {
    file: 'server/src/features/audit/write-entries.ts',
    change: '> -> >=',
    line: 'if (domainEvents.length > 0)',
    why: 'Saves a statement that would insert nothing.',
  },
  {
    file: 'server/src/platform/validation/validation.ts',
    change: '< -> <=',
    line: 'if (details.length < detailsAtMost)',
    why: 'The error keeps the first hundred in any case, and counts the others.',
  },
  {
    file: 'web/src/features/sales/receipt-rules.ts',
    change: '< -> <=',
    line: 'Math.abs(subtotal',
    why: 'No amount has five decimals.',
  },
  {
    file: 'web/src/features/reports/view.ts',
    change: '> -> >=',
    line: 'const last =',
    why: 'Of two equal days each is the later one.',
  },
  {
    file: 'server/src/features/catalogue/list-queries.ts',
    change: '< -> <=',
    line: 'if (search.length < indexedLetters',
    why: 'Both ways of searching find the same products; the shorter text only costs another plan.',
  },
  {
    file: 'server/src/features/dashboard/rules.ts',
    change: '< -> <=',
    line: 'const base = before < 0n',
    why: 'A base of zero has returned before.',
  },
  {
    file: 'server/src/features/push/queue-messages.ts',
    change: ".filter(({ type }) => type === 'sale.refunded') -> (dropped)",
    line: 'const refunds = events',
    why: 'Saves a statement: only refunds have a row that it finds.',
  },
  {
    file: 'server/src/features/webhooks/delivery-queries.ts',
    change: "and state <> 'pending' -> (dropped)",
    line: 'delete from webhook_deliveries where',
    why: 'A pending delivery has no time at which it finished; the condition lets an index find the others.',
  },
  {
    file: 'web/src/features/stock/movement.tsx',
    change: '> -> >=',
    line: '{quantity > 0',
    why: 'No movement has the quantity 0.',
  },
  {
    file: 'server/src/features/webhooks/start-dispatch.ts',
    change: '+ -> -',
    line: 'calls.set(merchant_id, count(merchant_id) + 1)',
    why: 'Only whether the number has changed counts.',
  },
  {
    file: 'server/src/features/catalogue/put-products.ts',
    change: '< -> <=',
    line: 'const created = products.filter',
    why: 'No two new products have the same SKU.',
  },
  {
    file: 'server/src/features/events/number-events.ts',
    change: '> -> >=',
    line: 'if (count > 0) await advanceHead',
    why: 'Saves a statement that would change nothing.',
  },
  {
    file: 'server/src/features/push/rules.ts',
    change: "'stock:read' -> 'catalogue:read'",
    line: 'return rules.low_stock',
    why: 'Both belong to every role, and notices go to members, not to keys.',
  },
  {
    file: 'server/src/features/push/rules.ts',
    change: "'stock:read' -> 'catalogue:read'",
    line: 'return rules.out_of_stock',
    why: 'Both belong to every role, and notices go to members, not to keys.',
  },
  {
    file: 'server/src/features/privacy/queries.ts',
    change: `and sale_id = any(\${column(sales, 'id')}::uuid[]) -> (dropped)`,
    line: 'from sale_lines where merchant_id',
    why: 'Saves reads: each sale finds its own lines in the result.',
  },
  {
    file: 'server/src/features/sync/synchronise.ts',
    change: '2 -> 3',
    line: 'events = events.slice(0,',
    why: 'A page may have fewer events than it could; the next one has the others.',
  },
  {
    file: 'server/src/platform/files/rows-task.ts',
    change: '> -> >=',
    line: 'if (batch.length > 0) yield batch;',
    why: 'A batch without rows changes nothing.',
  },
  {
    file: 'server/src/features/catalogue/queries.ts',
    change: 'and parent.deleted_at is null -> (dropped)',
    line: 'and p.deleted_at is null and parent.deleted_at is null`,',
    why: 'A product is deleted with its variants in one statement, and waits for a variant that is created meanwhile.',
  },
  {
    file: 'server/src/features/catalogue/queries.ts',
    change: '0 -> 1',
    line: '), 0)`;',
    why: 'Of one branch only products with a level there are listed, so that the sum is never null.',
  },
  {
    file: 'server/src/features/exports/request-export.ts',
    change: '.sort() -> (dropped)',
    line: 'const branch_ids = branches === null ? null',
    why: 'The branches of one user or key are read in the same order each time.',
  },
  ...timesAndReads,
];
