import { type Document, operationsOf } from './document.ts';
import kept from './examples.json' with { type: 'json' };

interface Example {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  status: number;
  answer?: unknown;
}

const examples: Record<string, Example> = kept.operations;

interface Parameter {
  in?: string;
  name?: string;
  schema?: { type?: string };
  example?: unknown;
}

const success: Record<string, string> = { 200: 'Done', 201: 'Created' };

/** Adds a request and its response to each operation. They were really exchanged, and a test exchanges them again. */
export function describeExamples(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    const { operationId = '', parameters = [], requestBody, responses = {} } = operation;
    for (const [status, answer] of Object.entries(responses)) {
      if (answer.description === 'Default Response') answer.description = success[status] ?? '';
    }
    const example = examples[operationId];
    if (example === undefined) continue;
    for (const parameter of parameters as Parameter[]) {
      const value = (parameter.in === 'path' ? example.path : example.query)?.[parameter.name ?? ''];
      if (value !== undefined) parameter.example = typed(value, parameter.schema?.type);
    }
    const asked = requestBody?.content?.['application/json'];
    if (asked !== undefined && example.body !== undefined) Object.assign(asked, { example: example.body });
    const answered = responses[example.status]?.content?.['application/json'];
    if (answered !== undefined && example.answer !== undefined) Object.assign(answered, { example: example.answer });
  }
}

/** Values in addresses are text; an example has the type of its schema. */
const typed = (value: string, type: string | undefined): unknown =>
  type === 'integer' || type === 'number' || type === 'boolean' ? JSON.parse(value) : value;

/** One response for each error code in the examples. */
export const failureExamples = Object.fromEntries(
  Object.entries(kept.failures).map(([code, value]) => [code, { value }]),
);
