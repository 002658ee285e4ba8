import { hostname } from 'node:os';
import { createDescriptionCheck, type Exchange } from '../../test/described.ts';

/** The ten statuses of the interface, and 304, where the description has it; 500 and 503 are never in order here. */
export const statuses: ReadonlySet<number> = new Set([200, 201, 304, 400, 401, 403, 404, 422, 429]);

const slowest_ms = 2_000;

export interface Answer extends Exchange {
  took_ms: number;
}

/** Internal details: stacks, SQL, paths, accounts. The requests contain none. */
const inside = [
  /\bat \S+ \(?(?:file|node|\/)\S*:\d+:\d+/,
  /node:internal|node_modules|\.ts:\d+/,
  /violates (?:check|unique|foreign|not-null)|duplicate key value|syntax error at or near|invalid input syntax|relation "\w+" does not/,
  /tillhouse_(?:service|owner|test)|test_\d+_\d+/,
  /ENOENT|EPIPE|FST_ERR|FAST_JWT/,
];

/** Whatever names this machine. */
const here = [hostname(), process.cwd()].filter((name) => name.length > 5);

export const leaksIn = (text: string): string[] => [
  ...inside.flatMap((pattern) => pattern.exec(text)?.[0] ?? []),
  ...here.filter((name) => text.includes(name)),
];

/** The path as it is routed: in its plain spelling. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://shop.test').pathname);
  } catch {
    return undefined;
  }
}

/** @returns what about an answer is not as promised */
export type Judge = (answer: Answer) => string[];

/** @param timed whether an answer may take too long: only where nothing else runs on the machine */
export function createJudge(description: object, { timed = false }: { timed?: boolean | undefined } = {}): Judge {
  const check = createDescriptionCheck(description);
  const described = (answer: Answer): string[] => {
    try {
      return check(answer);
    } catch (error) {
      return [`its body is not what it says it is: ${error}`];
    }
  };
  return (answer) => {
    const { status, took_ms, body, headers, url } = answer;
    const path = pathOf(url);
    return [
      ...(statuses.has(status) ? [] : [`answered ${status}: ${body.slice(0, 300)}`]),
      ...(path?.startsWith('/api/v1/') ? described({ ...answer, url: path }) : []),
      ...(timed && took_ms > slowest_ms ? [`took ${Math.round(took_ms)} ms`] : []),
      ...leaksIn(`${body}\n${JSON.stringify(headers)}`).map((found) => `tells of our inside: ${found}`),
    ];
  };
}
