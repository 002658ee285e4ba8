import { createHash } from 'node:crypto';

/** How long a replaced refresh token still works, so that concurrent requests do not fail. */
export const rotation_grace_ms = 10_000;

/** The maximum number of valid refresh tokens of a session. */
export const tokensAtMost = 20;

/**
 * The network of an address: the first 24 bits of IPv4, 48 of IPv6. Enough to recognise a location, not enough to
 * identify a home.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) {
    return `${address.replace('::ffff:', '').split('.').slice(0, 3).join('.')}.0/24`;
  }
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  return `${groups.slice(0, 3).join(':')}::/48`;
}

/** Identifies a device by its program and network. Only this hash is stored. */
export const hashOfDevice = (user_agent: string | null, address: string): Buffer =>
  createHash('sha256')
    .update(`${user_agent ?? ''}\n${networkOf(address)}`)
    .digest();

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bFxiOS\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox on Windows`; for other programs the first word: `okhttp/4.12`. */
export function describeDevice(user_agent: string | null): string | null {
  if (user_agent === null || user_agent.trim() === '') return null;
  const nameIn = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(user_agent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser === undefined) return user_agent.trim().split(/\s+/)[0]?.slice(0, 60) ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
