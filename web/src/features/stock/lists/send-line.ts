import type { Call } from '@tillhouse/client';
import { saysNothingOfEarlier } from '../../../session/api.ts';
import { type Outcome, sendOnce } from '../../../session/send-once.ts';
import { newId } from '../../till/ids.ts';
import { type ListKind, sentBefore, withSent } from './draft-rules.ts';
import type { ReadyLine, SentLine } from './line-rules.ts';
import type { KeptList } from './use-list-draft.ts';

const operations = { transfer: 'transferStock', count: 'adjustStock' } as const satisfies Record<ListKind, string>;
type Operation = (typeof operations)[ListKind];
type Body<Kind extends ListKind> = Call<(typeof operations)[Kind]>['body'];

/** The body of a request, or why it is not known. */
export type BodyOf<Kind extends ListKind> = { body: Body<Kind> } | { error: unknown };

/**
 * Sends the request of a line, and waits until its outcome is certain. A request of before a reload is repeated as it
 * was: it may have been carried out.
 */
export async function sendLine<Kind extends ListKind>(
  kind: Kind,
  kept: KeptList,
  line: ReadyLine,
  bodyOf: () => Promise<BodyOf<Kind>> | BodyOf<Kind>,
): Promise<Outcome<Operation> | { error: unknown }> {
  const { product_id } = line;
  const earlier = sentBefore(line, new Date());
  const made = earlier ?? (await bodyOf());
  if ('error' in made) return made;
  const sent: SentLine = earlier ?? {
    idempotencyKey: newId(),
    sent_at: new Date().toISOString(),
    body: made.body as object,
  };
  kept.change((before) => withSent(before, product_id, sent));
  const { body, idempotencyKey } = sent;
  const call = { body, idempotencyKey } as Call<Operation>;
  const outcome = await sendOnce(`${kind} of stock ${product_id}`, operations[kind], call as never);
  const isOpen = 'error' in outcome && earlier !== undefined && saysNothingOfEarlier(outcome.error);
  if (!isOpen) kept.change((before) => withSent(before, product_id, undefined));
  return outcome;
}
