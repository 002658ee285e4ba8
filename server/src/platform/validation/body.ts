import { IncomingMessage } from 'node:http';
import { createTurns } from '../../core/concurrency/turns.ts';
import { AppError, type Detail, invalidInput } from '../../core/errors.ts';
import type { App } from '../context/app.ts';
import { type BoundedSchema, depthAtMost, type JsonSize, measureJson, valuesAtMost } from './body-size.ts';

/** Longer bodies are parsed one in each turn of the event loop. One of a megabyte takes up to 20 ms. */
const longBody_characters = 64 * 1024;

/**
 * JSON bodies. An empty body counts as no body, whatever its content type; a body with `__proto__` keys is malformed. A
 * body that is too deep or too large is rejected before it is parsed.
 */
export function registerBodies(app: App): void {
  // Common clients send a content type without a body, mostly that of a form.
  app.addHook('onRequest', async ({ headers }) => {
    const isEmpty = (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
    if (isEmpty) delete headers['content-type'];
  });
  app.addHook('onSend', async ({ raw }, _reply, payload) => {
    if (isUnread(raw)) raw.on('data', freeChunk);
    return payload;
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  // The framework would also accept plain text as a body.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const measureAndParse: typeof parse = (request, text, done) => {
    const tooLarge = sizeError(measureJson(text), request.routeOptions.schema?.body as BoundedSchema | undefined);
    return tooLarge === undefined ? parse(request, text, done) : done(tooLarge, undefined);
  };
  const turns = createTurns();
  app.decorateRequest('beforeParsing');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const parseBody = () => (body.length === 0 ? done(null, undefined) : measureAndParse(request, String(body), done));
    const slot = request.beforeParsing?.();
    if (body.length > longBody_characters) (slot ?? Promise.resolve()).then(turns).then(parseBody, done);
    else if (slot === undefined) parseBody();
    else slot.then(parseBody, done);
  });
}

/** The request was rejected before its body was read; most of the body may still arrive. */
const isUnread = (raw: IncomingMessage): boolean =>
  raw instanceof IncomingMessage && !raw.complete && raw.readableFlowing === null;

/**
 * Ten uploads that are rejected at the same time are 100 MiB. The garbage collector would leave them in memory, because
 * the chunk objects that it sees are small. Node allocates separate memory for each chunk.
 */
const freeChunk = ({ buffer }: Buffer<ArrayBuffer>): void => {
  buffer.transfer(0);
};

/**
 * If a body has too many values because some arrays are longer than their schema allows, the error names these arrays.
 */
function sizeError({ depth, values, arrays }: JsonSize, schema: BoundedSchema | undefined): AppError | undefined {
  if (depth > depthAtMost) return new AppError('MALFORMED_REQUEST', `The body is nested more than ${depthAtMost} deep`);
  if (values <= valuesAtMost) return undefined;
  const details: Detail[] = [];
  for (const [field, { maxItems }] of Object.entries(schema?.properties ?? {})) {
    if (maxItems !== undefined && (arrays.get(field) ?? 0) > maxItems)
      details.push({ field, message: tooManyEntries(maxItems) });
  }
  return details.length > 0
    ? invalidInput(details)
    : new AppError('MALFORMED_REQUEST', `The body has more than ${valuesAtMost} values`);
}

export const tooManyEntries = (limit: number): string => `must have at most ${limit} entries`;
