import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readStartCommand } from './service.ts';

const root = new URL('../', import.meta.url);

test('the container image starts the service like the start script', async () => {
  const { env, options } = readStartCommand();
  assert.ok(Object.keys(env).length > 0 && options.length > 0);
  const image = await readFile(new URL('Dockerfile', root), 'utf8');
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  assert.ok(image.includes(`ENV ${settings.join(' ')}\n`), 'the environment of the start script');
  assert.ok(
    image.includes(`CMD ${JSON.stringify(['node', ...options, 'server/src/app/start.js']).replaceAll(',', ', ')}\n`),
    'the options of the start script',
  );
});
