import { Refusal } from '../kernel/refusal.ts';
import type { App } from './app.ts';

const deepest = 20;

/** JSON bodies: an empty one is none, whatever it is said to be; a poisoned or deeply nested one is malformed. */
export function registerBodies(app: App): void {
  // Common clients name the type of a body that they do not send: a form, mostly.
  app.addHook('onRequest', async ({ headers }) => {
    const isEmpty = (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
    if (isEmpty) delete headers['content-type'];
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  // The framework would take plain text for a body, too.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = String(body);
    if (depthOf(text) > deepest) return done(new Refusal('MALFORMED_REQUEST', `The body is nested more than ${deepest} deep`), undefined);
    return parse(request, text, done);
  });
}

/** How deep brackets nest outside of strings. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') most = Math.max(most, ++depth);
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return most;
}
