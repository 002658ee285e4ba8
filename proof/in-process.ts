import type { Connection } from '../server/src/platform/database/connection.ts';
import { asAdmin } from '../test/admin.ts';
import { testServerVariable, withServer } from '../test/server.ts';
import { cloneDatabase, testServer } from '../test/test-app.ts';

/** Passes a PostgreSQL server: that of the test run, or a new one outside of a test run. */
export async function onServer(work: (server: Connection) => Promise<void>): Promise<void> {
  await (process.env[testServerVariable] === undefined ? withServer(work) : work(testServer()));
}

/** Passes a new database, and drops it afterwards. */
export async function onDatabase<Result>(
  server: Connection,
  work: (database: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await cloneDatabase(server);
  try {
    return await work(connection);
  } finally {
    await asAdmin(server, (client) => client.query(`drop database ${connection.database} with (force)`));
  }
}
