import type { Benchmark } from './benchmark.ts';
import { saleBenchmarks } from './benchmarks/sale.ts';

/** All of them, the most important first. */
export const benchmarks: readonly Benchmark[] = [...saleBenchmarks];
