import { model, tests } from './checks.ts';
import type { Fault } from './fault.ts';

const features = 'server/src/features';

/** What is told of what happened, and to whom. */
export const ofTidings: readonly Fault[] = [
  {
    name: 'refund-untold',
    file: `${features}/sales/refund-sale.ts`,
    find: "  tx.tell({ type: 'sale.refunded', subject_id: id, fact: made, deed });\n",
    put: '',
    breaks: 'Nobody hears of a refund',
    by: model(),
    says: /I20 /,
  },
  {
    name: 'told-twice',
    file: `${features}/events/write-events.ts`,
    find: '  insertEvents(tx, events);',
    put: '  insertEvents(tx, [...events, ...events.map((event) => ({ ...event, id: newId() }))]);',
    breaks: 'Everything is told twice',
    by: model(10),
    says: /I20 /,
  },
  {
    name: 'numbers-with-gaps',
    file: `${features}/events/number-events.ts`,
    find: 'await advanceHead(tx, count);',
    put: 'await advanceHead(tx, count + 1);',
    breaks: 'Numbers of events have gaps, and who reads them cannot tell that nothing is missing',
    by: tests(`${features}/events/feed.test.ts`),
    says: /✖ every event has its number, counting up by one/,
  },
  {
    name: 'numbered-before-commit',
    file: `${features}/events/queries.ts`,
    find: 'select sequence from event_heads where merchant_id = ${tx.merchant_id} for update`',
    put: 'select sequence from event_heads where merchant_id = ${tx.merchant_id}`',
    breaks: 'Numbers are given by several at once, and a smaller one may follow a larger',
    by: tests(`${features}/events/feed.test.ts`),
    says: /✖ every event has its number, counting up by one/,
  },
  {
    name: 'feed-skips',
    file: `${features}/events/read-feed.ts`,
    find: '(events.at(-1)?.sequence ?? from)',
    put: '(found.at(-1)?.sequence ?? from)',
    breaks: 'Between two pages of the feed an event is left out',
    by: tests(`${features}/events/feed.test.ts`),
    says: /✖ every event has its number, counting up by one/,
  },
  {
    name: 'given-up-too-soon',
    file: `${features}/webhooks/rules.ts`,
    find: '> Date.parse(first_attempt_at) + tried_for_ms ?',
    put: '> Date.parse(first_attempt_at) + tried_for_ms / 3 ?',
    breaks: 'A webhook is given up after a day',
    by: tests(`${features}/webhooks/rules.test.ts`),
    says: /✖ a delivery is tried more and more seldom/,
  },
  {
    name: 'signed-otherwise',
    file: `${features}/webhooks/signing-rules.ts`,
    find: '.update(`${id}.${timestamp_s}.${body}`))',
    put: '.update(`${id}.${timestamp_s}.${JSON.stringify(body)}`))',
    breaks: 'A webhook is signed over other bytes than are sent',
    by: tests(`${features}/webhooks/dispatch.test.ts`),
    says: /✖ what happens is delivered in order, as the feed shows it, with a signature/,
  },
  {
    name: 'redirect-followed',
    file: 'server/src/outside/post-outside.ts',
    find: '(answer) => readBeginning(answer).then(resolve, reject));',
    // Once only: a redirect to itself would go on for ever.
    put: "(answer) => answer.headers.location === undefined || address.hash !== '' ? readBeginning(answer).then(resolve, reject) : resolve(send(new URL(`${answer.headers.location}#followed`, address))));",
    breaks: 'A webhook follows a redirect',
    by: tests(`${features}/webhooks/dispatch.test.ts`),
    says: /✖ no redirect is followed/,
  },
  {
    name: 'inside-reached',
    file: 'server/src/outside/addresses.ts',
    find: 'return version === 4 ? !closedFour.check(address) :',
    put: 'return version === 4 ? !closedFour.check(address) || !address.startsWith("127.0.0.1") :',
    breaks: 'A webhook reaches addresses inside of the house',
    by: tests('server/src/outside/addresses.test.ts'),
    says: /✖ what is private, local, metadata, multicast or none may not/,
  },
];
