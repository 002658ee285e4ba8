import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The parts of a request that decide about access to the metrics. */
export type MetricsRequest = Pick<FastifyRequest, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/** Headers in which proxies and content delivery networks name the client. */
const forwardingHeader =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|x-originating-ip|x-remote-(ip|addr)|x-envoy-.*|true-client-ip|fastly-client-ip|cf-.*|x-azure-.*|x-amzn?-.*|x-appengine-.*)$/;

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;
const loopbackHost = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * With a token: the request must carry it. Without one: the connection must come from this machine, the Host header
 * must name this machine, and no header may show that a proxy sent the request. A proxy on this machine also connects
 * from loopback, so the address alone proves nothing.
 */
export function mayReadMetrics({ headers, socket }: MetricsRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  return (
    (socket.remoteAddress === undefined || loopbackAddress.test(socket.remoteAddress)) &&
    loopbackHost.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => forwardingHeader.test(name))
  );
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
