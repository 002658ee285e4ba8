import { IncomingMessage } from 'node:http';
import { AppError, type Detail, invalidInput } from '../../core/errors.ts';
import type { App } from '../context/app.ts';
import { type BoundedSchema, depthAtMost, type JsonSize, measureJson, valuesAtMost } from './body-size.ts';

/**
 * JSON bodies: an empty one is none, whatever it is said to be; a poisoned one is malformed. One that is too deep or too large is refused
 * before it is parsed.
 */
export function registerBodies(app: App): void {
  // Common clients name the type of a body that they do not send: a form, mostly.
  app.addHook('onRequest', async ({ headers }) => {
    const isEmpty = (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
    if (isEmpty) delete headers['content-type'];
  });
  app.addHook('onSend', async ({ raw }, _reply, payload) => {
    if (isUnread(raw)) raw.on('data', freeChunk);
    return payload;
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  // The framework would take plain text for a body, too.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const measureAndParse: typeof parse = (request, text, done) => {
    const tooLarge = sizeError(measureJson(text), request.routeOptions.schema?.body as BoundedSchema | undefined);
    return tooLarge === undefined ? parse(request, text, done) : done(tooLarge, undefined);
  };
  app.decorateRequest('beforeParsing');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const parseBody = () => (body.length === 0 ? done(null, undefined) : measureAndParse(request, String(body), done));
    const turn = request.beforeParsing?.();
    if (turn === undefined) return parseBody();
    turn.then(parseBody, done);
  });
}

/** Refused before its body was looked at, most of which may still be on its way. */
const isUnread = (raw: IncomingMessage): boolean => raw instanceof IncomingMessage && !raw.complete && raw.readableFlowing === null;

/**
 * Ten uploads that are refused at once are 100 MiB, which the collector would leave in memory: what it sees of a chunk is small. Node gives each
 * chunk memory of its own.
 */
const freeChunk = ({ buffer }: Buffer<ArrayBuffer>): void => {
  buffer.transfer(0);
};

/** A body with too many values is refused for the arrays that are too long for its schema, where these are what makes it large. */
function sizeError({ depth, values, arrays }: JsonSize, schema: BoundedSchema | undefined): AppError | undefined {
  if (depth > depthAtMost) return new AppError('MALFORMED_REQUEST', `The body is nested more than ${depthAtMost} deep`);
  if (values <= valuesAtMost) return undefined;
  const details: Detail[] = [];
  for (const [field, { maxItems }] of Object.entries(schema?.properties ?? {})) {
    if (maxItems !== undefined && (arrays.get(field) ?? 0) > maxItems) details.push({ field, message: tooManyEntries(maxItems) });
  }
  return details.length > 0 ? invalidInput(details) : new AppError('MALFORMED_REQUEST', `The body has more than ${valuesAtMost} values`);
}

export const tooManyEntries = (limit: number): string => `must have at most ${limit} entries`;
