import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';

/** For data: shown as a page of its own, it loads nothing, runs nothing, and cannot be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For the API reference at /docs: it loads nothing from other origins, and sets some of its styles inline. */
export const referencePolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For clients that use https: they must keep to it, here and on subdomains. */
const transportPolicy = 'max-age=31536000; includeSubDomains';

/**
 * Security headers of every response. They are set first, so that a route can replace them: pages set another policy,
 * pictures another Cache-Control.
 */
export function headersOfAll({ public_url }: Pick<Config, 'public_url'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': dataPolicy,
    // For browsers that do not know frame-ancestors.
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(public_url?.startsWith('https:') === true ? { 'strict-transport-security': transportPolicy } : {}),
  };
}

/** A failure is neither cached nor a page, whatever headers the route has set before. */
export const asFailure = (reply: FastifyReply): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': dataPolicy })
    .removeHeader('content-disposition');
