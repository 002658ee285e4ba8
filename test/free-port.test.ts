import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from './free-port.ts';

test('a port is given once, and never one that the system gives to other programs', async () => {
  // Of 12,000 ports, 300 drawn without a reservation would nearly always contain one twice.
  const ports = await Promise.all(Array.from({ length: 300 }, freePort));
  assert.equal(new Set(ports).size, 300);
  assert.ok(ports.every((port) => port >= 20_000 && port < 32_000));
});
