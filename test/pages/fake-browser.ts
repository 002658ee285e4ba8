import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { replaceGlobals, storageOf } from './replace-globals.ts';

/** What modules of the pages use of a browser. They stay loaded, so test files of one process share it. */
export const browser = {
  stored: new Map<string, string>(),
  ofTab: new Map<string, string>(),
  /** The addresses that the page was sent to; `reload`. */
  visited: [] as string[],
  /** Whether the data of the page is hidden. */
  isEnded: false,
  isOnLine: true,
  listeners: new Map<string, (event: object) => void>(),
};

/** The service: its answers by the path below `/api/v1`, and what it was asked: method, path and token, and the bodies. */
export const service = {
  answers: new Map<string, () => Response | Promise<Response>>(),
  asked: [] as string[],
  bodies: [] as unknown[],
};

async function answer(url: string, init?: RequestInit): Promise<Response> {
  const path = String(url).replace('http://till.test/api/v1', '');
  const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '–';
  service.asked.push(`${init?.method} ${path} ${token}`);
  service.bodies.push(typeof init?.body === 'string' ? JSON.parse(init.body) : undefined);
  const found = service.answers.get(path);
  assert.ok(found, `${path} has no answer`);
  return found();
}

export const reply = (data: object) => () => Response.json({ success: true, data });
export const rejects =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ success: false, error: { code, message: code, details: [] } }, { status, headers });
export const signedOut = rejects(401, 'UNAUTHENTICATED');

// The package names what its build writes.
const client = new URL('../../client/src/client.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => next(name === '@tillhouse/client' ? client : name, context),
});

/** Modules of the pages can be loaded from now on. @returns a function for the end of the test file */
export const openFakeBrowser = (): (() => void) =>
  replaceGlobals({
    localStorage: storageOf(browser.stored),
    sessionStorage: storageOf(browser.ofTab),
    location: {
      origin: 'http://till.test',
      assign: (path: string) => browser.visited.push(path),
      reload: () => browser.visited.push('reload'),
    },
    document: {
      documentElement: {
        lang: 'en',
        toggleAttribute(name: string, isOn: boolean) {
          assert.equal(name, 'data-ended');
          browser.isEnded = isOn;
        },
      },
    },
    navigator: {
      get onLine() {
        return browser.isOnLine;
      },
    },
    addEventListener: (name: string, listener: (event: object) => void) => browser.listeners.set(name, listener),
    fetch: answer,
  });

/** Forgets what earlier tests stored and asked, as in a new browser. */
export function clearBrowser(): void {
  browser.stored.clear();
  browser.ofTab.clear();
  browser.visited = [];
  service.answers.clear();
  service.asked = [];
}

/** Waits for what needs some turns of the event loop. */
export async function untilTrue(condition: () => boolean): Promise<void> {
  for (let turns = 0; turns < 2_000 && !condition(); turns += 1) await new Promise((passed) => setTimeout(passed, 5));
  assert.ok(condition());
}
