import { sumMonths } from '../../server/src/features/sales-rollups/rebuild-rollups.ts';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { createDatabase } from '../../server/src/platform/database/database.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { createPool } from '../../server/src/platform/database/pool/pool.ts';

/** Sums the months up, as the service does within an hour for merchants with a history. */
export async function runMaintenance(admin: Connection, merchants: readonly string[]): Promise<void> {
  const pool = createPool(await prepareServiceRole(admin), { size: 2, onLost: () => undefined });
  try {
    const database = createDatabase(pool);
    for (const merchant_id of merchants)
      await sumMonths(database.reader(merchant_id), new Date().toISOString(), database);
    await pool.query('analyze sales_rollup_months, sales_rollup_months_by_product');
  } finally {
    await pool.end();
  }
}
