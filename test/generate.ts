import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { prepareServiceRole } from '../server/src/db/service-role.ts';
import { renderSchema, renderTables } from './generated.ts';

/** Writes the generated files anew: `npm run generate`. */
const quiet = { info: () => undefined, warn: () => undefined };
const folder = await mkdtemp(join(tmpdir(), 'tillhouse-generate-'));
// Others may pass: started by root, the server runs as an account of its own.
await chmod(folder, 0o711);
const cluster = await startCluster(folder, quiet, { unsafe: true });
try {
  await migrate(await prepareServiceRole(cluster.connection), quiet);
  const client = new pg.Client(cluster.connection);
  await client.connect();
  const place = (path: string) => new URL(`../${path}`, import.meta.url);
  await writeFile(place('server/src/db/tables.ts'), await renderTables(client));
  await writeFile(place('server/schema.sql'), await renderSchema(client));
  await client.end();
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
