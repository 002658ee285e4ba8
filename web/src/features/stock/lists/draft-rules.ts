import { type ListLine, type SentLine, without } from './line-rules.ts';

/** What is done with the products of a list. */
export type ListKind = 'transfer' | 'count';

/** A list that was not sent yet. It is kept on this device: hundreds of scans are not made again. */
export interface ListDraft {
  lines: readonly ListLine[];
  reason: string;
  /** The chosen warehouse; of a transfer, the one that the products leave. */
  from?: string;
  to?: string;
  /** The stock of counted products, by `keyOf`. */
  expected: Readonly<Record<string, number>>;
}

export const emptyList: ListDraft = { lines: [], reason: '', expected: {} };

export const keyOf = (warehouse_id: string, product_id: string) => `${warehouse_id} ${product_id}`;

/** @param stock undefined while it is not known */
export function withExpected(draft: ListDraft, key: string, stock: number | undefined): ListDraft {
  const { [key]: _before, ...others } = draft.expected;
  return { ...draft, expected: stock === undefined ? others : { ...others, [key]: stock } };
}

/** Without these products. */
export const withoutProducts = (draft: ListDraft, ids: ReadonlySet<string>): ListDraft => ({
  ...draft,
  lines: without(draft.lines, ids),
  expected: Object.fromEntries(Object.entries(draft.expected).filter(([key]) => !ids.has(key.split(' ')[1] ?? ''))),
});

/** The products of a cleared list again, below those that were scanned since then. */
export const putBack = (now: ListDraft, cleared: ListDraft): ListDraft => ({
  ...now,
  lines: [...now.lines, ...without(cleared.lines, new Set(now.lines.map(({ product_id }) => product_id)))],
  expected: { ...cleared.expected, ...now.expected },
});

/** @param sent undefined once the outcome is certain */
export const withSent = (draft: ListDraft, product_id: string, sent: SentLine | undefined): ListDraft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.product_id === product_id ? lineWith(line, sent) : line)),
});

const lineWith = ({ sent: _before, ...line }: ListLine, sent: SentLine | undefined): ListLine =>
  sent === undefined ? line : { ...line, sent };

/** Without a product that was carried out. The reason belongs to this list, so it goes with the last one. */
export function withoutDone(draft: ListDraft, product_id: string): ListDraft {
  const left = withoutProducts(draft, new Set([product_id]));
  return left.lines.length === 0 ? { ...left, reason: '' } : left;
}

/** The service knows a request for a week; after that it would carry it out a second time. */
const repeatable_ms = 6 * 24 * 60 * 60 * 1_000;

/** The request to repeat, if its outcome is not certain: the page was left or reloaded. */
export const sentBefore = ({ sent }: Pick<ListLine, 'sent'>, now: Date): SentLine | undefined =>
  sent !== undefined && now.getTime() - Date.parse(sent.sent_at) < repeatable_ms ? sent : undefined;
