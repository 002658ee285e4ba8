import { Type } from 'typebox';
import { type EventTypes, eventWith } from '../http/event-type.ts';
import type { Document } from './document.ts';
import recorded from './examples.json' with { type: 'json' };

const examples: Record<string, object> = recorded.events;

/** Describes each event type as the webhook request that delivers it, with an example that was really delivered. */
export function describeEvents(document: Document, types: EventTypes): void {
  const described = Object.entries(types).map(([type, { summary, payload }]) => {
    const schema = eventWith(payload);
    const named = { ...schema, properties: { ...schema.properties, type: Type.Literal(type) } };
    const content = {
      'application/json': { schema: named, ...(examples[type] === undefined ? {} : { example: examples[type] }) },
    };
    const responses = { '2XX': { description: 'Heard' } };
    const post = {
      operationId: operationIdOf(type),
      summary,
      tags: ['Events'],
      security: [],
      requestBody: { required: true, content },
      responses,
    };
    return [type, { post }] as const;
  });
  document.webhooks = JSON.parse(JSON.stringify(Object.fromEntries(described))) as object;
}

/** `sale.completed` becomes `onSaleCompleted`. */
const operationIdOf = (type: string) =>
  `on${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;
