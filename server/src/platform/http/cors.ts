import cors from '@fastify/cors';
import type { App } from '../context/app.ts';

/** The response headers that a page may read beside the safelisted ones. */
const exposed = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'Preference-Applied',
  'ETag',
  'X-Import-Id',
];

/** How long a browser may remember the answer to a preflight. */
const remembered_s = 600;

/**
 * Allows the configured origins to call the routes registered here. Without credentials, because clients send tokens
 * and there are no cookies.
 */
export async function registerCors(app: App): Promise<void> {
  const { cors_origins } = app.services.config;
  await app.register(cors, {
    origin: cors_origins === '*' ? '*' : [...cors_origins],
    credentials: false,
    optionsSuccessStatus: 200,
    // An OPTIONS request that is no preflight gets the same response instead of an error in plain text.
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: exposed,
    maxAge: remembered_s,
  });
}
