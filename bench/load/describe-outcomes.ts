import { median } from '../benchmark.ts';
import type { Outcome } from './load.ts';

/** Describes the response times, and how busy the load generator was. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const of = (figure: 'p50_ms' | 'p99_ms' | 'busy') => median(outcomes.map((outcome) => outcome[figure]));
  const took = `response time ${of('p50_ms').toFixed(1)} ms at the median, ${of('p99_ms').toFixed(1)} ms at p99`;
  return `${took}; the load generator used ${Math.round(of('busy') * 100)} % of a core`;
}
