import assert from 'node:assert/strict';
import type { Alteration } from '../altered-source.ts';
import type { ProofRun } from '../proof.ts';
import { type IsolationRun, proveIsolation } from './attack-routes.ts';
import type { Bounds } from './figures.ts';

/** One of the mechanisms that keep merchants apart, taken out. */
export interface Control {
  /** What is missing then. */
  without: string;
  altered?: readonly Alteration[];
  settings?: Readonly<Record<string, string>>;
  /** What is tried, as `--only` takes it. */
  only: string;
  size?: number;
  isShort?: boolean;
  /** What must be found, all of it. */
  finds: readonly RegExp[];
}

const platform = 'server/src/platform';

/** Each is noticed by counts and sizes: they are tried in every run of the tests. */
export const quickControls: readonly Control[] = [
  {
    without: 'lengths of arrays before their elements, a bound of all values, and one of details',
    altered: [
      { file: `${platform}/validation/body-size.ts`, from: 'valuesAtMost = 25_000;', to: 'valuesAtMost = 25_000_000;' },
      {
        file: `${platform}/validation/validation.ts`,
        from: 'const overlong = takeOverlongArrays(schema, value);',
        to: 'const overlong = takeOverlongArrays({}, value);',
      },
      { file: 'server/src/core/errors.ts', from: 'detailsAtMost = 100;', to: 'detailsAtMost = 100_000;' },
    ],
    only: 'createTransaction/^(overlong items of|largest wrong)',
    isShort: true,
    finds: [
      /POST \/transactions, overlong \w+ of .*names \d+ elements of an array that is too long/,
      /POST \/transactions, largest wrong: .*is refused with \d{3,} details/,
    ],
  },
];

/** These need a flood, or a large file: the long form tries them. */
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
    finds: [/flood × \d+: .*(sales of others refused|sale wait)/],
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
    finds: [/POST \/reports\/export, flood × \d+: .*(sales of others refused|sale wait)/],
  },
];

/** @throws AssertionError where a mechanism is taken out and the proof does not notice */
export async function findMissing(
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
      () => assert.fail(`without ${without} nothing was found`),
      ({ message }: Error) => message,
    );
    for (const broken of finds) assert.match(found, broken, `without ${without}`);
    say(`a service without ${without} was found, as it must be`);
  }
}
