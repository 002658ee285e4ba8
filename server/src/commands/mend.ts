import type pg from 'pg';
import type { Connection } from '../db/connection.ts';
import { mendTakings } from '../features/takings/lookup.ts';
import { listMerchants, withService } from './service.ts';

/** Makes the takings of all merchants what their sales say, one merchant after another. */
export const mend = (client: pg.Client, connection: Connection): Promise<void> =>
  withService(connection, async (database) => {
    let mended = 0;
    for (const merchant_id of await listMerchants(client)) mended += await mendTakings(database, merchant_id);
    process.stdout.write(`${mended} ${mended === 1 ? 'row' : 'rows'} of the takings made anew from sales.\n`);
  });
