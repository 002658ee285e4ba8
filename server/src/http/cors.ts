import cors from '@fastify/cors';
import type { App } from './app.ts';

/** Which pages of other origins may call what is registered here. Never with credentials: tokens are sent, cookies there are none. */
export async function registerCors(app: App): Promise<void> {
  const { cors_origins } = app.house.config;
  await app.register(cors, {
    origin: cors_origins === '*' ? '*' : [...cors_origins],
    credentials: false,
    optionsSuccessStatus: 200,
    // OPTIONS that asks for nothing is told the same, and not refused in plain text.
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'Idempotent-Replayed',
      'Preference-Applied',
      'ETag',
      'X-Import-Id',
    ],
    maxAge: 600,
  });
}
