import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Proof } from './proof.ts';

/**
 * One proof in its long form: what it tried and found, on standard output; the exit code is 1 when a promise was not kept.
 *   npm run proof:<name> -- --size 1000 --seed 7
 * With `--control` a fault is planted first, where the proof has one to plant, and kept means that it was found.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    size: { type: 'string' },
    only: { type: 'string' },
    control: { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
const { proof } = (await import(`./${name}/prove-${name}.ts`)) as { proof: Proof };
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const size = Number(values.size ?? proof.long);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(size) || size < 1)
  throw new Error('--seed and --size are whole numbers');
const started = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
say(`${name}: ${size} ${proof.unit}, seed ${seed}; Node ${process.version}, ${cpus().length} cores`);
const { only, control } = values;
await proof.prove({ seed, size, say, control, timed: true, ...(only === undefined ? {} : { only }) });
say(`${name}: kept`);
