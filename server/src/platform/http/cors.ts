import cors from '@fastify/cors';
import type { Config } from '../config/config.ts';
import type { App } from '../context/app.ts';

/** What a page may read of an answer, besides what it may in any case. */
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

/** Which pages of other origins may call what is registered here. Never with credentials: tokens are sent, cookies there are none. */
export async function registerCors(app: App): Promise<void> {
  const { cors_origins } = app.services.config;
  await app.register(cors, {
    origin: cors_origins === '*' ? '*' : [...cors_origins],
    credentials: false,
    optionsSuccessStatus: 200,
    // OPTIONS that asks for nothing is told the same, and not refused in plain text.
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: exposed,
    maxAge: 600,
  });
}

/** The same, for an answer that is given without the framework. */
export function corsHeadersOf({ cors_origins }: Pick<Config, 'cors_origins'>): (origin: string | undefined) => Record<string, string> {
  const expose = { 'access-control-expose-headers': exposed.join(', ') };
  const open = { 'access-control-allow-origin': '*', ...expose };
  if (cors_origins === '*') return () => open;
  return (origin) =>
    origin !== undefined && cors_origins.includes(origin)
      ? { vary: 'Origin', 'access-control-allow-origin': origin, ...expose }
      : { vary: 'Origin', ...expose };
}
