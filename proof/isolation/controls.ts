import assert from 'node:assert/strict';
import type { Alteration } from '../altered-source.ts';
import type { ProofRun } from '../proof.ts';
import { type IsolationRun, proveIsolation } from './attack-routes.ts';
import type { Bounds } from './figures.ts';

/** Removes one of the mechanisms that isolate merchants from each other's load. */
export interface Control {
  /** The removed mechanism, for messages. */
  without: string;
  altered?: readonly Alteration[];
  settings?: Readonly<Record<string, string>>;
  /** The attacks to try, in the form of `--only`. */
  only: string;
  size?: number;
  isShort?: boolean;
  /** Violations that the proof must report. */
  finds: readonly RegExp[];
}

const platform = 'server/src/platform';

/** Controls that counts and sizes reveal. Every test run tries them. */
export const quickControls: readonly Control[] = [
  {
    without: 'lengths of arrays before their elements, a bound of all values, and one of details',
    altered: [
      { file: `${platform}/validation/body-size.ts`, from: 'valuesAtMost = 25_000;', to: 'valuesAtMost = 25_000_000;' },
      {
        file: `${platform}/validation/validation.ts`,
        from: 'const overlong = emptyOverlongArrays(schema, value);',
        to: 'const overlong = emptyOverlongArrays({}, value);',
      },
      { file: 'server/src/core/errors.ts', from: 'detailsAtMost = 100;', to: 'detailsAtMost = 100_000;' },
    ],
    only: 'createTransaction/^(overlong items of|largest wrong)',
    isShort: true,
    finds: [
      /POST \/transactions, overlong \w+ of .*names \d+ elements of an array that is too long/,
      /POST \/transactions, largest wrong: .*is rejected with \d{3,} details/,
    ],
  },
];

/** Controls that need a flood or a large file. Only the long form tries them. */
export const longControls: readonly Control[] = [
  {
    without: 'threads that read files',
    altered: [
      {
        file: 'server/src/platform/files/open-rows.ts',
        from: '  const stream = await startStream<',
        to: "  for await (const _ of (await import('./read-rows.ts')).readRows(file)) continue;\n  const stream = await startStream<",
      },
    ],
    only: 'validateImport/^CSV of (blank lines$|empty quoted)',
    finds: [/POST \/inventory\/import\/validate, CSV of .*holds the event loop for \d{4,} ms/],
  },
  {
    without: 'a share of requests and of connections',
    settings: { MERCHANT_REQUESTS: '1000', MERCHANT_WAITING_REQUESTS: '10000', MERCHANT_CONNECTIONS: '200' },
    only: 'listProducts,createTransaction/^flood',
    size: 100,
    finds: [/flood × \d+: .*(rejected sales of others|sale wait)/],
  },
  {
    without: 'a bound of heavy work',
    settings: {
      MERCHANT_HEAVY_WORKS: '100',
      MERCHANT_REQUESTS: '1000',
      MERCHANT_WAITING_REQUESTS: '10000',
      MERCHANT_CONNECTIONS: '200',
    },
    only: 'exportReport/^flood',
    size: 30,
    finds: [/POST \/reports\/export, flood × \d+: .*(rejected sales of others|sale wait)/],
  },
  {
    without: 'steps in the change of many products',
    altered: [
      { file: 'server/src/features/catalogue/rules.ts', from: 'productsAtOnce = 20;', to: 'productsAtOnce = 1_000;' },
    ],
    only: 'changeProducts/largest right',
    finds: [/POST \/products\/bulk-update, largest right.*uses \d{3,} MiB of memory/],
  },
];

/** @throws AssertionError if the proof does not notice that a mechanism is missing */
export async function noticeMissing(
  controls: readonly Control[],
  { seed, say, bounds }: Pick<ProofRun, 'seed' | 'say'> & { bounds?: Bounds },
): Promise<void> {
  for (const { without, altered, settings, only, size = 1, isShort = false, finds } of controls) {
    const run: IsolationRun = {
      seed,
      size,
      say: () => undefined,
      only,
      isShort,
      ...(bounds === undefined ? {} : { bounds }),
    };
    const found = await proveIsolation({ ...run, altered, ...(settings === undefined ? {} : { settings }) }).then(
      () => assert.fail(`found no violation by a service without ${without}`),
      ({ message }: Error) => message,
    );
    for (const violation of finds) assert.match(found, violation, `without ${without}`);
    say(`noticed a service without ${without}, as expected`);
  }
}
