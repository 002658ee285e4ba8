import type { Call } from '@tillhouse/client';
import { saysNothingOfEarlier } from '../../../session/api.ts';
import { sendOnce } from '../../../session/send-once.ts';
import { newId } from '../../till/ids.ts';
import { type ListKind, sentBefore, withoutDone, withSent } from './draft-rules.ts';
import type { ListLine, SentLine } from './line-rules.ts';
import type { KeptList } from './use-list-draft.ts';

const operations = { transfer: 'transferStock', count: 'adjustStock' } as const satisfies Record<ListKind, string>;
type Operation = (typeof operations)[ListKind];
type Body<Kind extends ListKind> = Call<(typeof operations)[Kind]>['body'];

/** The body of a request, or why it is not known. */
export type BodyOf<Kind extends ListKind> = { body: Body<Kind> } | { error: unknown };

/**
 * Sends the request of a line, waits until its outcome is certain, and takes a line that was carried out off the list. A
 * request that was sent before, for example before a reload, is repeated as it was: it may have been carried out.
 */
export async function sendLine<Kind extends ListKind>(
  kind: Kind,
  kept: KeptList,
  product_id: string,
  bodyOf: () => Promise<BodyOf<Kind>> | BodyOf<Kind>,
): Promise<{ response: unknown } | { error: unknown }> {
  const earlier = sentOf(kept, product_id);
  const request = earlier ?? (await newRequest(kept, product_id, bodyOf));
  if (request === undefined) return { response: undefined };
  if ('error' in request) return request;
  kept.change((before) => withSent(before, product_id, request));
  const { body, idempotencyKey } = request;
  const call = { body, idempotencyKey } as Call<Operation>;
  const outcome = await sendOnce<Operation>(`${kind} of stock ${product_id}`, operations[kind], call);
  if (!('error' in outcome)) kept.change((before) => withoutDone(before, product_id));
  else if (earlier === undefined || !saysNothingOfEarlier(outcome.error))
    kept.change((before) => withSent(before, product_id, undefined));
  return outcome;
}

const lineOf = (kept: KeptList, product_id: string): ListLine | undefined =>
  kept.latest().lines.find((line) => line.product_id === product_id);

const sentOf = (kept: KeptList, product_id: string): SentLine | undefined =>
  sentBefore(lineOf(kept, product_id) ?? {}, new Date());

/**
 * A form that was left may still be sending the same list, so it is read again after the body is known.
 * @returns undefined if the line was carried out meanwhile
 */
async function newRequest<Kind extends ListKind>(
  kept: KeptList,
  product_id: string,
  bodyOf: () => Promise<BodyOf<Kind>> | BodyOf<Kind>,
): Promise<SentLine | { error: unknown } | undefined> {
  const made = await bodyOf();
  if (lineOf(kept, product_id) === undefined) return undefined;
  const sent = sentOf(kept, product_id);
  if (sent !== undefined) return sent;
  if ('error' in made) return made;
  return { idempotencyKey: newId(), body: made.body as object, sent_at: new Date().toISOString() };
}
