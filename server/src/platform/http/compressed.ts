import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
const min_bytes = 1_024;

/** Sends large JSON that is already serialized, compressed for clients that accept gzip. */
export async function sendText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<never> {
  reply.type('application/json; charset=utf-8').header('vary', varyOf(reply));
  if (!accepts(request.headers['accept-encoding']) || text.length < min_bytes)
    return reply.send(Buffer.from(text)) as never;
  return reply.header('content-encoding', 'gzip').send(await compress(text)) as never;
}

/** Keeps the `Vary: Origin` that CORS has set. */
const varyOf = (reply: FastifyReply) =>
  [reply.getHeader('vary'), 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');

const accepts = (header: unknown): boolean =>
  String(header ?? '')
    .split(',')
    .some((one) => /^\s*gzip\s*(;\s*q\s*=\s*(1|0?\.\d*[1-9])\S*\s*)?$/i.test(one));
