import type { Usage } from './gauges.ts';
import type { HttpResponse } from './http-client.ts';
import { type Observed, works } from './neighbours.ts';

/** The measured effects of one attack. */
export interface AttackFigures extends Usage {
  route: string;
  kind: string;
  /** Number of concurrent requests. */
  requests: number;
  statuses: Record<string, number>;
  took_ms: number;
  /** Size of the largest response to a rejected request. */
  refused_bytes: number;
  /** The largest number of `details` in one response. */
  details: number;
  /** The largest number of `details` that name an element of an overlong array. Its length alone must be reported. */
  elements: number;
  others: Observed;
}

/** The promised limits. */
export interface Bounds {
  /** The longest wait of other merchants: this time, or `slowdown` times their median without an attack, whichever is more. */
  wait_ms: number;
  /** Undefined: waits are not checked. */
  slowdown: number | undefined;
  hold_ms: number;
  refused_bytes: number;
  details: number;
  memory_mib: number;
}

export const promisedBounds: Bounds = {
  wait_ms: 250,
  slowdown: 25,
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

/** The fields that the `details` of a response name. */
export function detailsIn({ text }: HttpResponse): string[] {
  // Not parsed: the response may be incomplete, or not JSON.
  return Array.from(text.matchAll(/"field":\s*"([^"]*)"/g), ([, field = '']) => field);
}

/** The number of `details` that name an element of this array. */
export const elementsIn = (response: HttpResponse, array: string): number =>
  detailsIn(response).filter((field) => field.startsWith(`${array}[`)).length;

export const worstWait = (others: Observed): number => Math.max(...works.map((work) => others[work].worst_ms));
export const worstP99 = (others: Observed): number => Math.max(...works.map((work) => others[work].p99_ms));
const countOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
export const rejectedSales = ({ sale }: Observed): number => countOf(sale.refused);
const rejectedReads = ({ read, report, live }: Observed): number =>
  [read, report, live].reduce((sum, { refused }) => sum + countOf(refused), 0);

/**
 * The longest time for which the event loop did nothing else. Work that holds the loop uses the processor, so processor
 * time limits the figure: other programs on the machine cannot lengthen it.
 */
export const holdOf = ({ hold_ms, cpu_ms }: Usage): number => Math.min(hold_ms, cpu_ms);

/** The promises about time that an attack broke. Work of other programs on the machine can lengthen these figures. */
export function slowViolationsOf(figures: AttackFigures, baseline: Observed, bounds: Bounds): string[] {
  const { others, requests } = figures;
  const violations: string[] = [];
  const hold = holdOf(figures);
  // The event loop may read many concurrent requests in one turn. The waits of others show their effect.
  if (requests === 1 && hold > bounds.hold_ms) violations.push(`holds the event loop for ${hold.toFixed(0)} ms`);
  const { slowdown, wait_ms } = bounds;
  if (slowdown === undefined) return violations;
  for (const work of works) {
    const limit = Math.max(wait_ms, baseline[work].p50_ms * slowdown);
    const { worst_ms } = others[work];
    if (worst_ms > limit) violations.push(`makes another merchant’s ${work} wait ${worst_ms.toFixed(0)} ms`);
  }
  return violations;
}

/** The other promises that an attack broke: they do not depend on the speed of the machine. */
export function violationsOf(figures: AttackFigures, bounds: Bounds): string[] {
  const { statuses, refused_bytes, details, elements, memory_mib, others, requests } = figures;
  const violations: string[] = [];
  if (refused_bytes > bounds.refused_bytes)
    violations.push(`is rejected with ${(refused_bytes / 1_024).toFixed(0)} KiB`);
  if (details > bounds.details) violations.push(`is rejected with ${details} details`);
  if (elements > 0) violations.push(`names ${elements} elements of an array that is too long`);
  if (memory_mib > bounds.memory_mib) violations.push(`uses ${memory_mib.toFixed(0)} MiB of memory`);
  if (rejectedSales(others) > 0)
    violations.push(`causes ${rejectedSales(others)} rejected sales of others: ${JSON.stringify(others.sale.refused)}`);
  if (rejectedReads(others) > 0) violations.push(`causes ${rejectedReads(others)} rejected reads of others`);
  if (requests === 1 && (statuses['0'] ?? 0) > 0) violations.push('gets no response in time');
  // A flood may be rejected as overload.
  const failures = Object.keys(statuses).filter(
    (status) => Number(status) >= 500 && !(status === '503' && requests > 1),
  );
  if (failures.length > 0) violations.push(`gets status ${failures.join(', ')}`);
  return violations;
}

/** Statuses that say how busy the service was, and not what it did: too many, overload, cut off. */
const ofLoad = ['429', '503', '0'];

/** Whether repeated attacks got the same statuses as before. A session that ended, for example, is rejected quickly. */
export function hasSameOutcome(one: AttackFigures, other: AttackFigures): boolean {
  const outcomeOf = ({ statuses }: AttackFigures) =>
    Object.keys(statuses)
      .filter((status) => !ofLoad.includes(status))
      .sort()
      .join();
  return outcomeOf(one) === outcomeOf(other);
}

const shown = (name: string, text: string) => `${name.padEnd(20)} ${text}`;

/** The worst value of each figure, with the route and kind of its attack. */
export function worstOf(all: readonly AttackFigures[]): string[] {
  const most = (name: string, unit: string, figure: (figures: AttackFigures) => number): string => {
    const worst = all.toSorted((a, b) => figure(b) - figure(a))[0];
    if (worst === undefined) return shown(name, 'no attack was tried');
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
    most('rejected sales', '', ({ others }) => rejectedSales(others)),
    most('hold of the loop', 'ms', holdOf),
    most('hold by one request', 'ms', (figures) => (figures.requests === 1 ? holdOf(figures) : 0)),
    most('error response', 'KiB', ({ refused_bytes }) => refused_bytes / 1_024),
    most('rows of details', '', ({ details }) => details),
    most('memory', 'MiB', ({ memory_mib }) => memory_mib),
  ];
}

/** One line about an attack and the promises that it broke. */
export function lineOf(
  { route, kind, requests, statuses, took_ms, ...rest }: AttackFigures,
  violations: readonly string[],
): string {
  const answers = Object.entries(statuses).map(
    ([status, count]) => `${count} × ${status === '0' ? 'cut off' : status}`,
  );
  const size = requests > 1 ? ` × ${requests}` : '';
  const figures = `hold ${rest.hold_ms.toFixed(0)} ms, CPU ${rest.cpu_ms.toFixed(0)} ms, others ${worstWait(rest.others).toFixed(0)} ms, ${rest.memory_mib.toFixed(0)} MiB`;
  return `${route}, ${kind}${size}: ${answers.join(', ')} in ${took_ms.toFixed(0)} ms; ${figures}; ${violations.join('; ')}`;
}
