import { hostname } from 'node:os';
import { createDescriptionCheck, type Exchange } from '../../test/described.ts';

/** The allowed statuses. 500 and 503 are part of the API, but always a fault in this proof. */
export const statuses: ReadonlySet<number> = new Set([200, 201, 304, 400, 401, 403, 404, 422, 429]);

const slowest_ms = 2_000;

export interface Answer extends Exchange {
  took_ms: number;
}

/** Patterns of internal details: stacks, SQL, paths, accounts. The requests contain none of them. */
const internals = [
  /\bat \S+ \(?(?:file|node|\/)\S*:\d+:\d+/,
  /node:internal|node_modules|\.ts:\d+/,
  /violates (?:check|unique|foreign|not-null)|duplicate key value|syntax error at or near|invalid input syntax|relation "\w+" does not/,
  /tillhouse_(?:service|owner|test)|test_\d+_\d+/,
  /ENOENT|EPIPE|FST_ERR|FAST_JWT/,
];

/** Names of this machine. */
const machineNames = [hostname(), process.cwd()].filter((name) => name.length > 5);

export const leaksIn = (text: string): string[] => [
  ...internals.flatMap((pattern) => pattern.exec(text)?.[0] ?? []),
  ...machineNames.filter((name) => text.includes(name)),
];

/** The decoded path, as the router sees it. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://shop.test').pathname);
  } catch {
    return undefined;
  }
}

/** @returns the violations in a response */
export type ResponseCheck = (answer: Answer) => string[];

/** @param timed true to report slow responses; only on an idle machine */
export function createResponseCheck(
  description: object,
  { timed = false }: { timed?: boolean | undefined } = {},
): ResponseCheck {
  const check = createDescriptionCheck(description);
  const described = (answer: Answer): string[] => {
    try {
      return check(answer);
    } catch (error) {
      return [`its body does not match its content type: ${error}`];
    }
  };
  return (answer) => {
    const { status, took_ms, body, headers, url } = answer;
    const path = pathOf(url);
    return [
      ...(statuses.has(status) ? [] : [`got ${status}: ${body.slice(0, 300)}`]),
      ...(path?.startsWith('/api/v1/') ? described({ ...answer, url: path }) : []),
      ...(timed && took_ms > slowest_ms ? [`took ${Math.round(took_ms)} ms`] : []),
      ...leaksIn(`${body}\n${JSON.stringify(headers)}`).map((found) => `leaks internal details: ${found}`),
    ];
  };
}
