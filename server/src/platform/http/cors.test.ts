import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/test-app.ts';
import { loadConfig } from '../config/config.ts';

const office = 'https://office.example';
const strict = await createTestApp({ env: { CORS_ORIGINS: `https://till.example, ${office},` } });

async function ask(origin: string | undefined, method: 'GET' | 'OPTIONS', url: string) {
  const headers = { ...(origin === undefined ? {} : { origin }), 'access-control-request-method': 'PUT' };
  const { headers: answered } = await strict.fastify.inject({ method, url, headers });
  assert.equal(answered['access-control-allow-credentials'], undefined);
  return { allowed: answered['access-control-allow-origin'], vary: String(answered.vary ?? '') };
}

test('allows no origin beside the configured ones, however similar its name is', async () => {
  const others = [
    'https://evil.example',
    'null',
    `${office}.evil.example`,
    'http://office.example',
    `${office}:8443`,
    'https://OFFICE.example.',
    '*',
  ];
  for (const url of ['/api/v1/branches', '/api/v1/nothing', '/cdn/nothing'])
    for (const method of ['GET', 'OPTIONS'] as const) {
      for (const origin of [...others, undefined])
        assert.equal((await ask(origin, method, url)).allowed, undefined, `${method} ${url} ${origin}`);
      const { allowed, vary } = await ask(office, method, url);
      assert.equal(allowed, office);
      // A response cached for one origin must not be used for another.
      assert.match(vary, /\borigin\b/i);
    }
});

test('sends no CORS headers outside of the API', async () => {
  for (const url of ['/health/live', '/metrics', '/docs', '/openapi.json', '/nothing'])
    assert.equal((await ask(office, 'GET', url)).allowed, undefined, url);
});

test('refuses to start with a value that is not an origin', () => {
  for (const odd of [
    'https://shop.example/',
    'shop.example',
    'https://*.example',
    'https://a.example,https://b.example/till',
    'https://me@a.example',
  ])
    assert.throws(() => loadConfig({ CORS_ORIGINS: odd }), /^Error: CORS_ORIGINS must be \* or origins like/, odd);
  assert.deepEqual(loadConfig({ CORS_ORIGINS: 'capacitor://localhost, http://localhost:5173' }).cors_origins, [
    'capacitor://localhost',
    'http://localhost:5173',
  ]);
  assert.throws(
    () => loadConfig({ COMMON_PASSWORDS: 'perhaps' }),
    /^Error: COMMON_PASSWORDS must be one of allow, refuse/,
  );
});
