import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf } from './browser-of.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test('names the browser and the system of a user agent', () => {
  const names: [name: string, userAgent: string][] = [
    ['Edge · Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0`],
    ['Opera · Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 OPR/111.0`],
    [
      'Samsung Internet · Android',
      `Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/25.0 Chrome/121.0 Safari/1`,
    ],
    ['Firefox · Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
    [
      'Firefox · iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) FxiOS/127.0 Mobile/15E148 Safari/605.1',
    ],
    ['Chrome · ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0.0.0 Safari/537.36`],
    ['Chrome · Android', `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`],
    ['Safari · iPad', 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1'],
    ['Safari · macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15'],
    ['Linux', 'curl/8.5.0 (x86_64 Linux)'],
  ];
  assert.deepEqual(
    names.map(([, userAgent]) => browserOf(userAgent)),
    names.map(([name]) => name),
  );
});

test('keeps an unknown user agent, and shortens it to 60 characters', () => {
  assert.equal(browserOf('till-app/1.2'), 'till-app/1.2');
  assert.equal(browserOf('a'.repeat(60)), 'a'.repeat(60));
  assert.equal(browserOf('a'.repeat(61)), `${'a'.repeat(59)}…`);
});
