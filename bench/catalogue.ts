import type { Benchmark } from './benchmark.ts';
import { coldReadBenchmarks } from './benchmarks/cold-reads.ts';
import { events } from './benchmarks/events.ts';
import { exporting } from './benchmarks/export.ts';
import { report } from './benchmarks/history.ts';
import { idle } from './benchmarks/idle.ts';
import { importing } from './benchmarks/import.ts';
import { neighbours } from './benchmarks/neighbours.ts';
import { overload, soak } from './benchmarks/overload-and-soak.ts';
import { readBenchmarks } from './benchmarks/reads.ts';
import { saleBenchmarks } from './benchmarks/sale.ts';
import { sync } from './benchmarks/sync.ts';
import { undoing } from './benchmarks/undo.ts';

/** All benchmarks, the most important first. */
export const benchmarks: readonly Benchmark[] = [
  ...saleBenchmarks,
  ...readBenchmarks,
  ...coldReadBenchmarks,
  report,
  importing,
  undoing,
  exporting,
  overload,
  neighbours,
  idle,
  events,
  sync,
  soak,
];
