import type pg from 'pg';
import { rebuildRollups } from '../features/sales-rollups/rebuild-rollups.ts';
import type { Connection } from '../platform/database/connection.ts';
import { listMerchants, withService } from './service.ts';

/** Rebuilds the sales roll-ups of all merchants, one merchant after another. */
export const rebuildAllRollups = (client: pg.Client, connection: Connection): Promise<void> =>
  withService(connection, async (database) => {
    let corrected = 0;
    for (const merchant_id of await listMerchants(client)) corrected += await rebuildRollups(database, merchant_id);
    process.stdout.write(`${corrected} ${corrected === 1 ? 'row' : 'rows'} of the sales roll-ups rebuilt.\n`);
  });
