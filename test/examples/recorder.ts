import assert from 'node:assert/strict';
import { formOf } from '../form.ts';
import type { TestApp } from '../test-app.ts';
import { createStabilizer } from './stable-values.ts';

/** An example: a request and its response. Ids, tokens and codes are replaced by stable ones. */
export interface Example {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  status: number;
  /** Missing if the response has no body or is a file. */
  answer?: unknown;
}

export interface Examples {
  /** By operation id. */
  operations: Record<string, Example>;
  /** By error code. */
  failures: Record<string, unknown>;
  /** By event type. */
  events: Record<string, unknown>;
}

export interface Call {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: { name: string; content: string };
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: the story reads the fields that it needs.
type ResponseBody = any;

export interface Recorder {
  examples: Examples;
  /** Calls an operation, which must succeed, and records it as its example. */
  show(operation: string, call?: Call): Promise<ResponseBody>;
  /** Calls an operation whose response is an endless stream, and closes it after the headers. */
  showStream(operation: string, call?: Call): Promise<void>;
  /** Calls an operation that must fail with this code, and records the response as the example of the code. */
  refuse(code: string, operation: string, call?: Call): Promise<void>;
  /** Records the first event of each type that was emitted so far. */
  gatherEvents(): Promise<void>;
  /** The following requests have these headers. */
  as(headers: Record<string, string>): void;
}

interface Address {
  method: 'GET';
  path: string;
}

const seconds_between = 7;

/** Sends requests to the application, each some seconds of the test clock after the one before. */
export function createRecorder({ fastify: app, clock }: TestApp, start: string): Recorder {
  const addresses = addressesOf(app.swagger());
  const examples: Examples = { operations: {}, failures: {}, events: {} };
  const stable = createStabilizer();
  let headers: Record<string, string> = {};
  const cookies: Record<string, string> = {};
  let requests = 0;

  async function send(
    operation: string,
    { path = {}, query = {}, body, file, headers: more }: Call,
    payloadAsStream = false,
  ) {
    const address = addresses.get(operation);
    assert.ok(address, `${operation} is an operation`);
    clock.freeze(new Date(Date.parse(start) + ++requests * seconds_between * 1_000).toISOString());
    const pathname = address.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => path[name] ?? assert.fail(`${operation} needs ${name}`),
    );
    const search = new URLSearchParams(query);
    const url = search.size === 0 ? pathname : `${pathname}?${search}`;
    const content =
      file === undefined ? contentOf(body) : await formOf(Buffer.from(file.content, 'latin1'), { name: file.name });
    const response = await app.inject({
      method: address.method,
      url,
      headers: { ...headers, ...content.headers, ...more },
      payload: content.payload,
      payloadAsStream,
      cookies,
    });
    // Cookies are kept, as a browser keeps them.
    for (const { name, value } of response.cookies) cookies[name] = value;
    return response;
  }

  return {
    examples,
    as(next) {
      headers = next;
    },
    async show(operation, call = {}) {
      const response = await send(operation, call);
      assert.ok(response.statusCode < 300, `${operation}: ${response.statusCode} ${response.body}`);
      const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
      const body = isJson && response.body !== '' ? response.json() : undefined;
      const { path, query } = call;
      examples.operations[operation] ??= stable({
        ...(path === undefined ? {} : { path }),
        ...(query === undefined ? {} : { query }),
        ...(call.body === undefined ? {} : { body: call.body }),
        status: response.statusCode,
        ...(body === undefined ? {} : { answer: body }),
      });
      return body ?? response.body;
    },
    async showStream(operation, call = {}) {
      const response = await send(operation, call, true);
      assert.equal(response.statusCode, 200);
      response.stream().destroy();
      examples.operations[operation] ??= stable({
        ...(call.query === undefined ? {} : { query: call.query }),
        status: response.statusCode,
      });
    },
    async gatherEvents() {
      const { data } = (await send('listEvents', { query: { limit: '1000' } })).json();
      for (const event of data) examples.events[event.type] ??= stable(event);
    },
    async refuse(code, operation, call = {}) {
      const response = await send(operation, call);
      assert.equal(response.json().error?.code, code, response.body);
      examples.failures[code] ??= stable(response.json());
    },
  };
}

function addressesOf(description: object): Map<string, Address> {
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
