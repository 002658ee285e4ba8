import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

type Share = 'request' | 'person_request' | 'address_request' | 'large_body' | 'connection' | 'heavy_work';
type Figure = 'under_way' | 'waiting' | 'refused_total';

/** How much of a share is used, over all of its holders, from the metrics of the service. */
export async function readShare({ fastify }: TestApp, figure: Figure, of: Share): Promise<number> {
  const { body } = await fastify.inject('/metrics');
  return Number(new RegExp(`^tillhouse_merchant_share_${figure}\\{of="${of}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
}

/** Waits until a figure has a value. @throws Error with all figures of the shares after the timeout */
export async function untilShare(app: TestApp, figure: Figure, of: Share, expected: number): Promise<void> {
  try {
    await until(async () => (await readShare(app, figure, of)) === expected);
  } catch (cause) {
    const { body } = await app.fastify.inject('/metrics');
    const shares = body.split('\n').filter((line) => line.startsWith('tillhouse_merchant_share_'));
    throw new Error(`${figure} of ${of} did not become ${expected}:\n${shares.join('\n')}`, { cause });
  }
}

/**
 * Waits until no request runs, then makes each list of webhooks wait in the database, with a connection.
 * @returns the release
 */
export async function lockWebhooks(app: TestApp): Promise<() => Promise<void>> {
  await untilShare(app, 'under_way', 'request', 0);
  const client = await app.admin.connect();
  await client.query('begin');
  await client.query('lock table webhook_endpoints in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
