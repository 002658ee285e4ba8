import type { Usage } from './gauges.ts';
import type { HttpResponse } from './http-client.ts';
import { type Observed, works } from './neighbours.ts';

/** What came of one attack. */
export interface AttackFigures extends Usage {
  route: string;
  kind: string;
  /** How many requests at once. */
  requests: number;
  statuses: Record<string, number>;
  took_ms: number;
  /** The largest answer to a refused request. */
  refused_bytes: number;
  /** The most rows of `details` in one. */
  details: number;
  /** The most of them that name an element of an array whose length alone is reason enough. */
  elements: number;
  others: Observed;
}

/** The promises. */
export interface Bounds {
  /** The longest that others may wait on an idle machine … */
  wait_ms: number;
  /** … and as a multiple of the median of an undisturbed hour, whichever is more. Undefined: not judged. */
  slower: number | undefined;
  hold_ms: number;
  refused_bytes: number;
  details: number;
  memory_mib: number;
}

export const promised: Bounds = {
  wait_ms: 250,
  slower: 25,
  hold_ms: 50,
  refused_bytes: 256 * 1024,
  details: 101,
  memory_mib: 300,
};

export function statusesOf(responses: readonly HttpResponse[]): Record<string, number> {
  const statuses: Record<string, number> = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

/** The fields that the rows of `details` in a refused answer name. */
export function detailsIn({ text }: HttpResponse): string[] {
  // Read as text: an answer may have been cut off, or be no JSON.
  return Array.from(text.matchAll(/"field":\s*"([^"]*)"/g), ([, field = '']) => field);
}

/** How many of them name an element of an array. */
export const elementsIn = (response: HttpResponse, array: string): number =>
  detailsIn(response).filter((field) => field.startsWith(`${array}[`)).length;

export const worstWait = (others: Observed): number => Math.max(...works.map((work) => others[work].worst_ms));
export const worstP99 = (others: Observed): number => Math.max(...works.map((work) => others[work].p99_ms));
const countOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
export const refusedSales = ({ sale }: Observed): number => countOf(sale.refused);
const refusedOthers = ({ read, report, live }: Observed): number =>
  [read, report, live].reduce((sum, { refused }) => sum + countOf(refused), 0);

/** A hold as other programs on the machine cannot lengthen it: whatever held the loop used a processor. */
export const holdOf = ({ hold_ms, cpu_ms }: Usage): number => Math.min(hold_ms, cpu_ms);

/** What about an attack is not as promised. */
export function brokenBy(figures: AttackFigures, calm: Observed, bounds: Bounds): string[] {
  const { statuses, refused_bytes, details, elements, memory_mib, others, requests } = figures;
  const broken: string[] = [];
  const hold = holdOf(figures);
  // Many at once may be read in one turn of the loop: what they do to others is seen by how long those wait.
  if (requests === 1 && hold > bounds.hold_ms) broken.push(`holds the event loop for ${hold.toFixed(0)} ms`);
  if (refused_bytes > bounds.refused_bytes) broken.push(`is refused with ${(refused_bytes / 1_024).toFixed(0)} KiB`);
  if (details > bounds.details) broken.push(`is refused with ${details} details`);
  if (elements > 0) broken.push(`names ${elements} elements of an array that is too long`);
  if (memory_mib > bounds.memory_mib) broken.push(`takes ${memory_mib.toFixed(0)} MiB`);
  const { slower, wait_ms } = bounds;
  if (slower !== undefined) {
    for (const work of works) {
      const limit = Math.max(wait_ms, calm[work].p50_ms * slower);
      const { worst_ms } = others[work];
      if (worst_ms > limit) broken.push(`has another’s ${work} wait ${worst_ms.toFixed(0)} ms`);
    }
  }
  if (refusedSales(others) > 0)
    broken.push(`has ${refusedSales(others)} sales of others refused: ${JSON.stringify(others.sale.refused)}`);
  if (refusedOthers(others) > 0) broken.push(`has ${refusedOthers(others)} reads of others refused`);
  if (requests === 1 && (statuses['0'] ?? 0) > 0) broken.push('is not answered while somebody waits for it');
  // A flood may be rejected as overload.
  const failures = Object.keys(statuses).filter(
    (status) => Number(status) >= 500 && !(status === '503' && requests > 1),
  );
  if (failures.length > 0) broken.push(`is answered ${failures.join(', ')}`);
  return broken;
}

const shown = (name: string, text: string) => `${name.padEnd(20)} ${text}`;

/** The worst of each figure, with the route and body that it is of. */
export function worstOf(all: readonly AttackFigures[]): string[] {
  const most = (name: string, unit: string, figure: (figures: AttackFigures) => number): string => {
    const worst = all.toSorted((a, b) => figure(b) - figure(a))[0];
    if (worst === undefined) return shown(name, 'nothing was tried');
    const { route, kind, requests } = worst;
    return shown(
      name,
      `${figure(worst).toFixed(0).padStart(7)} ${unit}  ${route}, ${kind}${requests > 1 ? ` × ${requests}` : ''}`,
    );
  };
  return [
    most('others’ worst wait', 'ms', ({ others }) => worstWait(others)),
    most('others’ worst sale', 'ms', ({ others }) => others.sale.worst_ms),
    most('others’ worst p99', 'ms', ({ others }) => worstP99(others)),
    most('refused sales', '', ({ others }) => refusedSales(others)),
    most('hold of the loop', 'ms', holdOf),
    most('the same by one', 'ms', (figures) => (figures.requests === 1 ? holdOf(figures) : 0)),
    most('refused answer', 'KiB', ({ refused_bytes }) => refused_bytes / 1_024),
    most('rows of details', '', ({ details }) => details),
    most('memory', 'MiB', ({ memory_mib }) => memory_mib),
  ];
}

/** A line for an attack, with what is wrong about it. */
export function lineOf(
  { route, kind, requests, statuses, took_ms, ...rest }: AttackFigures,
  broken: readonly string[],
): string {
  const answers = Object.entries(statuses).map(
    ([status, count]) => `${count} × ${status === '0' ? 'cut off' : status}`,
  );
  const size = requests > 1 ? ` × ${requests}` : '';
  const figures = `hold ${rest.hold_ms.toFixed(0)} ms, CPU ${rest.cpu_ms.toFixed(0)} ms, others ${worstWait(rest.others).toFixed(0)} ms`;
  return `${route}, ${kind}${size}: ${answers.join(', ')} in ${took_ms.toFixed(0)} ms; ${figures}; ${broken.join('; ')}`;
}
