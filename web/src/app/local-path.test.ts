import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocalPath } from './local-path.ts';

test('accepts paths of this site, and nothing that a browser reads as another site', () => {
  for (const path of ['/', '/sales?from=2026-01-01', '/reports#/x']) assert.ok(isLocalPath(path), path);
  const others = [
    '//example.com',
    '/\\example.com',
    'https://example.com',
    'javascript:alert(1)',
    'sales',
    '',
    5,
    undefined,
  ];
  for (const other of others) assert.ok(!isLocalPath(other), String(other));
});
