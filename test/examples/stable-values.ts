/**
 * Replaces random values (ids, codes, tokens, keys of images) by numbered ones, so that each run records the same
 * examples. Equal values get the same number.
 */
export function createStabilizer(): <Value>(value: Value) => Value {
  const ids = new Map<string, string>();
  const codes = new Map<string, string>();
  const recoveryCodes = new Map<string, string>();
  const images = new Map<string, string>();
  const numbered = (known: Map<string, string>, found: string, name: (number: number) => string): string => {
    const replaced = known.get(found) ?? name(known.size + 1);
    known.set(found, replaced);
    return replaced;
  };
  const text = (original: string): string =>
    original
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => numbered(ids, id, idOf))
      .replace(/\b\d{6}-[2-9A-HJKMNP-TV-Z]{6}\b/g, (code) =>
        numbered(codes, code, (number) => `${code.slice(0, 7)}${codeOf(number)}`),
      )
      .replace(/\b[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){3}\b/g, (code) =>
        numbered(recoveryCodes, code, recoveryCodeOf),
      )
      .replace(/images\/[\da-f]{2}\/[\da-f]{32}/g, (key) => numbered(images, key, imageKeyOf))
      .replace(/secret=[A-Z2-7]{32}/g, `secret=${totpSecret}`)
      .replace(/^\d{6}$/, '492039')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://newsletter.example.com')
      .replace(
        /(^|token=)(?:[\w-]{64}|[\w-]{43})$/g,
        '$1AZzK2gAAcACAAAAAAAAAAR4x7Vw0mQe3Lk9bTt2uYhPq5sD8fJcN1oGz6iXrWvBy',
      )
      .replace(/signature=[\w-]+/g, 'signature=pcL3qV9yXw7TzR0kDq2mN5uB8sJ1hF6gE4aCiOyZtKU');
  const value = (input: unknown, name = ''): unknown => {
    if (typeof input === 'string' && isUserHandle(input)) return userHandle;
    if (typeof input === 'string' && isDigest(input)) return digest.slice(0, input.length);
    if (typeof input === 'string') return (isTotpSecret(name, input) ? totpSecret : tokens[name]) ?? text(input);
    if (Array.isArray(input)) return input.map((inner) => value(inner));
    if (name === 'duration_ms' && typeof input === 'number') return 31;
    if (typeof input !== 'object' || input === null) return input;
    return Object.fromEntries(Object.entries(input).map(([inner, nested]) => [inner, value(nested, inner)]));
  };
  return <Value>(input: Value) => value(input) as Value;
}

/** `019cadaa-0000-7000-8000-000000000001` in base64url, as an authenticator stores it. */
const userHandle = 'MDE5Y2FkYWEtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAx';
const isUserHandle = (input: string) =>
  input.length === 48 && /^[\da-f-]{36}$/.test(Buffer.from(input, 'base64url').toString());

/** A SHA-256, a key or a fingerprint in hexadecimal. */
const digest = '9f2c4a7e01b85d36c4e97a0f1d6b3825e7a9504cf2318d6b7e04a95c1f3d8260';
const isDigest = (input: string) => /^(?:[\da-f]{64}|[\da-f]{32})$/.test(input);

const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const isTotpSecret = (name: string, input: string) => name === 'secret' && /^[A-Z2-7]{32}$/.test(input);

const recoveryCodeOf = (number: number): string => `k7m2-9xqp-v4nd-t8${String(21 + number).replace(/[01]/g, 'w')}`;

const tokens: Record<string, string> = {
  challenge: 'x5nUw8gkXpVqJm2rT0yLb7cDfHsEaQzKo4iWtN1uRvA',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiLi4uIn0',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVhU',
  signature: 'MEUCIQDm3nUw8gkXpVqJm2rT0yLb7cDfHsEaQzKo4iWtN1uRvAIgUw8gkXpVqJm2',
  userHandle,
  key: 'tk_live_AZytqgAAcACAAAAAAAAAAn3vV9k2uE5sYw0cQ1xJ8mB4hF6tR7oLpZdGaNiKqWXeCyUjSbMTvP3rDfHg',
  last_four: 'DfHg',
  access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTljYWRhYSJ9.h0wT0k3nsL00k',
  public_key: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  refresh_token: 'rt_5mZ2yVxQ8dKc1LwTn7uJbA9hF3gE0sRp',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  next_cursor: 'WyIyMDI2LTAzLTAyVDA4OjAwOjAwLjAwMFoiXQ',
  cursor: 'WyJjaGFuZ2VzIiwiMTIwIl0',
};

/** The storage key of an image: the first two digits of its name, then its name. */
const imageKeyOf = (number: number): string => `images/5d/5d1e8c07b34f92a6${number.toString(16).padStart(16, '0')}`;

const idOf = (number: number): string => `019cadaa-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Six characters of the alphabet of codes. */
const codeOf = (number: number): string =>
  (number * 48_271_337)
    .toString(20)
    .toUpperCase()
    .replace(/[01IO]/g, 'X')
    .slice(-6)
    .padStart(6, 'K');
