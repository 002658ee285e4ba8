import cors from '@fastify/cors';
import type { Config } from '../config/config.ts';
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
    maxAge: 600,
  });
}

/** The same for a response that is sent without the framework. */
export function corsHeadersOf({
  cors_origins,
}: Pick<Config, 'cors_origins'>): (origin: string | undefined) => Record<string, string> {
  const expose = { 'access-control-expose-headers': exposed.join(', ') };
  const open = { 'access-control-allow-origin': '*', ...expose };
  if (cors_origins === '*') return () => open;
  return (origin) =>
    origin !== undefined && cors_origins.includes(origin)
      ? { vary: 'Origin', 'access-control-allow-origin': origin, ...expose }
      : { vary: 'Origin', ...expose };
}
