import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';

/** For what is data: shown by itself in a browser it loads nothing, runs nothing, and stands in no frame. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For the reference at /docs: nothing comes from elsewhere; the page sets some of its styles inline. */
export const referencePolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For whoever comes by https: only so, here and on names below this one. */
const transportPolicy = 'max-age=31536000; includeSubDomains';

/**
 * What every answer says to a browser, whichever way it leaves. They are set before anything else, so a route that needs another value sets its own:
 * pages another policy, pictures that they may be kept.
 */
export function headersOfAll({ public_url }: Pick<Config, 'public_url'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': dataPolicy,
    // For browsers that do not know of frame-ancestors.
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(public_url?.startsWith('https:') === true ? { 'strict-transport-security': transportPolicy } : {}),
  };
}

/** A failure is nothing to be kept, and no page, whatever the route had begun to say. */
export const asFailure = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'cache-control': 'no-store', 'content-security-policy': dataPolicy }).removeHeader('content-disposition');
