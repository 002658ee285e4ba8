import { median } from '../benchmark.ts';
import type { Outcome } from './load.ts';

/** How long answers took, and whether the clients were the limit. */
export function describeAsking(outcomes: readonly Outcome[]): string {
  const of = (figure: 'p50_ms' | 'p99_ms' | 'busy') => median(outcomes.map((outcome) => outcome[figure]));
  const took = `answered within ${of('p50_ms').toFixed(1)} ms at the median and ${of('p99_ms').toFixed(1)} ms for 99 of 100`;
  return `${took}; the process that asks used ${Math.round(of('busy') * 100)} % of a core`;
}
