import assert from 'node:assert/strict';
import { formOf } from '../form.ts';
import type { TestApp } from '../test-app.ts';
import { plain } from './plain.ts';

/** A request as an example, and what it was answered. Ids, tokens and codes are replaced by ones that stay the same. */
export interface Example {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  status: number;
  /** Missing where the answer has no body, or is a file. */
  answer?: unknown;
}

export interface Examples {
  /** By the ids of their operations. */
  operations: Record<string, Example>;
  /** Failures by their codes. */
  failures: Record<string, unknown>;
  /** Events by their types. */
  events: Record<string, unknown>;
}

export interface Call {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: { name: string; content: string };
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the story goes on with.
type Told = any;

export interface Recorder {
  examples: Examples;
  /** Calls an operation, and keeps it as its example. It must succeed. */
  show(operation: string, call?: Call): Promise<Told>;
  /** Calls an operation whose answer does not end; its beginning is enough. */
  glimpse(operation: string, call?: Call): Promise<void>;
  /** Calls an operation that must be refused, and keeps the answer as the example of its code. */
  refuse(code: string, operation: string, call?: Call): Promise<void>;
  /** Keeps the first event of each type that was told so far. */
  gatherEvents(): Promise<void>;
  /** From here on requests carry these headers. */
  as(headers: Record<string, string>): void;
}

interface Place {
  method: 'GET';
  path: string;
}

const seconds_between = 7;

/** Plays requests through the application, some seconds after one another from a moment on. */
export function createRecorder({ fastify: app, clock }: TestApp, start: string): Recorder {
  const places = placesOf(app.swagger());
  const examples: Examples = { operations: {}, failures: {}, events: {} };
  const steady = plain();
  let headers: Record<string, string> = {};
  const cookies: Record<string, string> = {};
  let played = 0;

  async function send(
    operation: string,
    { path = {}, query = {}, body, file, headers: more }: Call,
    payloadAsStream = false,
  ) {
    const place = places.get(operation);
    assert.ok(place, `${operation} is an operation`);
    clock.freeze(new Date(Date.parse(start) + ++played * seconds_between * 1_000).toISOString());
    const address = place.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => path[name] ?? assert.fail(`${operation} needs ${name}`),
    );
    const search = new URLSearchParams(query);
    const url = search.size === 0 ? address : `${address}?${search}`;
    const content =
      file === undefined ? contentOf(body) : await formOf(Buffer.from(file.content, 'latin1'), { name: file.name });
    const answer = await app.inject({
      method: place.method,
      url,
      headers: { ...headers, ...content.headers, ...more },
      payload: content.payload,
      payloadAsStream,
      cookies,
    });
    // As a browser does.
    for (const { name, value } of answer.cookies) cookies[name] = value;
    return answer;
  }

  return {
    examples,
    as(next) {
      headers = next;
    },
    async show(operation, call = {}) {
      const answer = await send(operation, call);
      assert.ok(answer.statusCode < 300, `${operation}: ${answer.statusCode} ${answer.body}`);
      const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
      const told = isJson && answer.body !== '' ? answer.json() : undefined;
      const { path, query, body } = call;
      examples.operations[operation] ??= steady({
        ...(path === undefined ? {} : { path }),
        ...(query === undefined ? {} : { query }),
        ...(body === undefined ? {} : { body }),
        status: answer.statusCode,
        ...(told === undefined ? {} : { answer: told }),
      });
      return told ?? answer.body;
    },
    async glimpse(operation, call = {}) {
      const answer = await send(operation, call, true);
      assert.equal(answer.statusCode, 200);
      answer.stream().destroy();
      examples.operations[operation] ??= steady({
        ...(call.query === undefined ? {} : { query: call.query }),
        status: answer.statusCode,
      });
    },
    async gatherEvents() {
      const { data } = (await send('listEvents', { query: { limit: '1000' } })).json();
      for (const event of data) examples.events[event.type] ??= steady(event);
    },
    async refuse(code, operation, call = {}) {
      const answer = await send(operation, call);
      assert.equal(answer.json().error?.code, code, answer.body);
      examples.failures[code] ??= steady(answer.json());
    },
  };
}

function placesOf(description: object): Map<string, Place> {
  const { paths } = description as { paths: Record<string, Record<string, { operationId: string }>> };
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { operationId }]) => [operationId, { method: method.toUpperCase() as 'GET', path }] as const,
      ),
    ),
  );
}

const contentOf = (body: unknown) =>
  body === undefined
    ? { headers: {}, payload: '' }
    : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
