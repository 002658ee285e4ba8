import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Request } from './requests.ts';

/** Pieces to send one after another, with a pause between them. */
export interface Conversation {
  pieces: readonly (string | Buffer)[];
  pause_ms: number;
}

export interface Reply {
  status: number;
  body: string;
}

/** Later responses are ignored. It is no limit for the service. */
const timeout_ms = 400;

/** Sends bytes over a new socket. @returns the received bytes, until the service closes the socket or is silent for a moment */
export async function exchangeBytes(port: number, { pieces, pause_ms }: Conversation): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  const over = new Promise<void>((resolve) => {
    let silent = setTimeout(resolve, timeout_ms);
    const restartTimer = () => {
      clearTimeout(silent);
      silent = setTimeout(resolve, 30);
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      restartTimer();
    });
    socket.once('close', () => {
      clearTimeout(silent);
      resolve();
    });
    // The service may close the connection after malformed bytes.
    socket.on('error', () => undefined);
  });
  for (const [at, piece] of pieces.entries()) {
    if (socket.destroyed) break;
    if (at > 0 && pause_ms > 0) await sleep(pause_ms);
    socket.write(piece);
  }
  await over;
  socket.destroy();
  return Buffer.concat(chunks).toString('latin1');
}

/** The responses in the received bytes. */
export function repliesIn(text: string): Reply[] {
  return text
    .split(/(?=HTTP\/1\.[01] \d{3} )/)
    .filter((part) => part.startsWith('HTTP/1'))
    .map((part) => ({ status: Number(part.slice(9, 12)), body: part.slice(part.indexOf('\r\n\r\n') + 4) }));
}

const headersOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .filter(([, value]) => !/[\r\n]/.test(value))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

const variants: readonly ((parts: {
  start: string;
  headers: string;
  body: string;
  random: Random;
  url: string;
  method: string;
}) => Conversation)[] = [
  ({ start, headers, body }) =>
    once(`${start}Host: x\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  ({ start, headers, body }) => once(`${start}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  ({ start, headers, body }) =>
    once(`${start}Host: x\r\nHost: y\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`),
  ({ start, headers, body }) =>
    once(`${start}Host: x\r\n${headers}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${body}`),
  ({ start, headers, body }) =>
    once(`${start}Host: x\r\n${headers}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${body}`),
  ({ start, headers, body }) =>
    once(
      `${start}Host: x\r\n${headers}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ),
  ({ start, headers, body }) =>
    once(`${start}Host: x\r\n${headers}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`),
  ({ start, headers, body }) =>
    once(`${start}Host: x\r\n${headers}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${body}`),
  ({ start, headers, body }) =>
    once(`${start}Host: x\r\n${headers}Content-Length: ${body.length + 100}\r\n\r\n${body}`),
  ({ start, headers, body }) => once(`${start}Host: x\r\n${headers}Content-Length: -1\r\n\r\n${body}`),
  ({ start, headers }) => once(`${start}Host: x\r\n${headers}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`),
  ({ start, headers }) =>
    once(`${start}Host: x\r\n${headers}${Array.from({ length: 3_000 }, (_, at) => `X-${at}: 1\r\n`).join('')}\r\n`),
  ({ start, headers }) => once(`${start}Host: x\r\n${headers}X: a\0b\r\n\r\n`),
  ({ start, headers }) => once(`${start}Host: x\r\n${headers}X : a\r\n b\r\n\r\n`),
  ({ method, url, headers }) =>
    once(
      `${method} ${url}?${Array.from({ length: 100_000 }, (_, at) => `a=${at}`).join('&')} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`,
    ),
  ({ method, url, headers }) => once(`${method} http://evil.example${url} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`),
  ({ method, url, headers }) => once(`${method} ${url} HTTP/1.0\r\n${headers}\r\n`),
  ({ method, url }) => once(`${method} ${url}\r\n\r\n`),
  ({ method, url, headers }) => once(`${method} ${url} HTTP/9.9\r\nHost: x\r\n${headers}\r\n`),
  ({ method, url, headers }) => once(`${method}  ${url}\u00e9 HTTP/1.1\r\nHost: x\r\n${headers}\r\n`),
  ({ url, headers, random }) =>
    once(
      `${random.oneOf(['TRACE', 'CONNECT', 'BREW', 'get', 'PROPFIND'])} ${url} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`,
    ),
  ({ start, headers }) => once(`${start}Host: x\r\n${headers}\r\n${start}Host: x\r\n${headers}\r\n`),
  ({ start, headers, body }) =>
    once(`${start}Host: x\r\n${headers}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  ({ start, headers }) => once(`${start}Host: x\r\n${headers}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`),
  ({ start, headers }) =>
    once(`${start}Host: x\r\n${headers}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n`),
  ({ start, headers, body }) => {
    const bytes = `${start}Host: x\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    return { pieces: bytes.match(/[\s\S]{1,40}/g) ?? [], pause_ms: 2 };
  },
  ({ random }) => once(Buffer.from(Array.from({ length: 200 }, () => random.below(256)))),
  () => once('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  () => once('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
];

function once(bytes: string | Buffer): Conversation {
  return { pieces: [bytes], pause_ms: 0 };
}

/** The request in one of many forms of correct and malformed HTTP. */
export function conversationFor(
  { method, url, headers, payload }: Request,
  random: Random,
  way = random.below(variants.length),
): Conversation {
  const body = payload === undefined ? '' : payload.toString('latin1');
  const { host: _, ...others } = headers;
  const start = `${method} ${url} HTTP/1.1\r\n`;
  const make = variants[way % variants.length] ?? variants[0];
  return make?.({ start, headers: headersOf(others), body, random, url, method }) ?? once('');
}
