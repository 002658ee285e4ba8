import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/test-app.ts';
import { loadConfig } from '../config/config.ts';

const office = 'https://office.example';
const restrictedApp = await createTestApp({ env: { CORS_ORIGINS: `https://till.example, ${office},` } });

async function corsHeadersOf(origin: string | undefined, method: 'GET' | 'OPTIONS', url: string) {
  const headers = { ...(origin === undefined ? {} : { origin }), 'access-control-request-method': 'PUT' };
  const { headers: responseHeaders } = await restrictedApp.fastify.inject({ method, url, headers });
  assert.equal(responseHeaders['access-control-allow-credentials'], undefined);
  return { allowed: responseHeaders['access-control-allow-origin'], vary: String(responseHeaders.vary ?? '') };
}

test('allows only the configured origins, and no similar ones', async () => {
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
        assert.equal((await corsHeadersOf(origin, method, url)).allowed, undefined, `${method} ${url} ${origin}`);
      const { allowed, vary } = await corsHeadersOf(office, method, url);
      assert.equal(allowed, office);
      // A response cached for one origin must not be used for another.
      assert.match(vary, /\borigin\b/i);
    }
});

test('sends no CORS headers outside the API', async () => {
  for (const url of ['/health/live', '/metrics', '/docs', '/openapi.json', '/nothing'])
    assert.equal((await corsHeadersOf(office, 'GET', url)).allowed, undefined, url);
});

test('does not start with a value that is not an origin', () => {
  for (const invalid of [
    'https://shop.example/',
    'shop.example',
    'https://*.example',
    'https://a.example,https://b.example/till',
    'https://me@a.example',
  ])
    assert.throws(
      () => loadConfig({ CORS_ORIGINS: invalid }),
      /^Error: CORS_ORIGINS must be \* or origins like/,
      invalid,
    );
  assert.deepEqual(loadConfig({ CORS_ORIGINS: 'capacitor://localhost, http://localhost:5173' }).cors_origins, [
    'capacitor://localhost',
    'http://localhost:5173',
  ]);
  assert.throws(
    () => loadConfig({ COMMON_PASSWORDS: 'perhaps' }),
    /^Error: COMMON_PASSWORDS must be one of allow, refuse/,
  );
});
