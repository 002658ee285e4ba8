import { type Document, operationsOf } from './document.ts';
import recorded from './examples.json' with { type: 'json' };

interface Example {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  status: number;
  answer?: unknown;
}

const examples: Record<string, Example> = recorded.operations;

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
    const request = requestBody?.content?.['application/json'];
    if (request !== undefined && example.body !== undefined) Object.assign(request, { example: example.body });
    const response = responses[example.status]?.content?.['application/json'];
    if (response !== undefined && example.answer !== undefined) Object.assign(response, { example: example.answer });
  }
}

/** Values in addresses are text; an example has the type of its schema. */
const typed = (value: string, type: string | undefined): unknown =>
  type === 'integer' || type === 'number' || type === 'boolean' ? JSON.parse(value) : value;

/** One response for each error code in the examples. */
export const failureExamples = Object.fromEntries(
  Object.entries(recorded.failures).map(([code, value]) => [code, { value }]),
);
