import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Proof } from './proof.ts';

/**
 * Runs one proof in its long form, and prints what it tried and found. The exit code is 1 if a promise was broken.
 *   npm run proof:<name> -- --size 1000 --seed 7
 * With `--control` some proofs plant a fault first, and pass if they find it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    size: { type: 'string' },
    only: { type: 'string' },
    area: { type: 'string' },
    control: { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
const { proof } = (await import(`./${name}/prove-${name}.ts`)) as { proof: Proof };
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const size = Number(values.size ?? proof.long);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(size) || size < 1)
  throw new Error('--seed and --size must be integers');
const started = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
say(`${name}: ${size} ${proof.unit}, seed ${seed}; Node ${process.version}, ${cpus().length} cores`);
const { only, area, control } = values;
await proof.prove({
  seed,
  size,
  say,
  control,
  timed: true,
  ...(only === undefined ? {} : { only }),
  ...(area === undefined ? {} : { area }),
});
say(`${name}: passed`);
