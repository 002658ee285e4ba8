import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from './app.ts';
import { failureText } from './errors.ts';
import { retryAfter_s, surplus } from './shed.ts';

interface DoorOptions {
  /** Under which all addresses are guarded. */
  prefix: string;
  isFull(): boolean;
  /** Who may be turned away for another reason, which they are to hear inside. */
  mayBeHeld(request: IncomingMessage): boolean;
  /** What every answer says, and what a page of this origin must read in it. */
  headers: Record<string, string>;
  corsHeaders(origin: string | undefined): Record<string, string>;
  /** An answer that is there must be taken in this time. */
  taken_within_ms: number;
  onTurnedAway(method: string): void;
  log: { info(fields: object, message: string): void };
}

/** Preflights are answered whatever there is to do, and HEAD has no body: rare, and left to the framework. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const word_every_ms = 1_000;

/**
 * Turns a surplus away before the framework has heard of it, with the answer that it would give (`shedSurplus`): what a refusal costs is taken from those who are
 * let in. The body is passed over unread, by Node, and one line of the log counts those of a second.
 */
export function guardDoor(app: App, options: DoorOptions): void {
  const { prefix, isFull, mayBeHeld, taken_within_ms, onTurnedAway, log } = options;
  const answer = prepareAnswer(options);
  let turnedAway = 0;
  const count = (method: string) => {
    onTurnedAway(method);
    turnedAway += 1;
    if (turnedAway > 1) return;
    const tell = () => {
      log.info({ status: 503, requests: turnedAway }, 'turned away: more than can be served');
      turnedAway = 0;
    };
    setTimeout(tell, word_every_ms).unref();
  };
  const isToLeave = (request: IncomingMessage) => {
    const { method = '', url = '' } = request;
    return isFull() && url.startsWith(prefix) && methods.has(method) && !app.draining.aborted && !mayBeHeld(request);
  };

  const [inside] = app.server.listeners('request') as RequestListener[];
  if (inside === undefined) throw new Error('nobody answers inside');
  app.server.off('request', inside);
  app.server.on('request', (request, response) => {
    if (!isToLeave(request)) return inside.call(app.server, request, response);
    request.socket.setTimeout(taken_within_ms);
    answer(request, response);
    count(request.method ?? '');
  });
}

function prepareAnswer({ headers, corsHeaders }: DoorOptions) {
  const body = failureText(surplus());
  const fixed = { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': String(Buffer.byteLength(body)) };
  return (request: IncomingMessage, response: ServerResponse) => {
    const own = { 'x-request-id': randomUUID(), 'retry-after': String(retryAfter_s()) };
    response.writeHead(503, { ...fixed, ...corsHeaders(request.headers.origin), ...own }).end(body);
  };
}
