import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderClient } from '../client/generate.ts';
import { buildApp } from '../server/src/app/app.ts';
import { systemClock } from '../server/src/core/clock.ts';
import { loadConfig } from '../server/src/platform/config/config.ts';
import { createDatabase } from '../server/src/platform/database/database.ts';
import { startCluster } from '../server/src/platform/database/embedded/cluster.ts';
import { migrate } from '../server/src/platform/database/migration/migrate.ts';
import { prepareSearch } from '../server/src/platform/database/migration/prepare-search.ts';
import { prepareServiceRole } from '../server/src/platform/database/migration/service-role.ts';
import { withClient } from '../server/src/platform/database/open-client.ts';
import { createPool } from '../server/src/platform/database/pool/pool.ts';
import { openJobQueue } from '../server/src/platform/jobs/job-queue.ts';
import { createDiskStorage } from '../server/src/platform/storage/disk.ts';
import { createTelemetry } from '../server/src/platform/telemetry/telemetry.ts';
import { renderErrors, renderOpenApi, renderSchema, renderTables } from './generated.ts';
import { readAllClaims, renderCoverage } from './interface/coverage.ts';
import { renderLicences } from './licences.ts';
import { renderEvents, renderPermissions } from './reference-pages.ts';

/** Writes the generated files: `npm run generate`. The examples come first, because the description contains them. */
const root = new URL('..', import.meta.url).pathname;
const recordExamples = () =>
  spawnSync(process.execPath, ['test/run.ts', 'all', 'test/examples'], {
    cwd: root,
    env: { ...process.env, WRITE_EXAMPLES: 'yes' },
    stdio: 'inherit',
  });
// If the examples have changed, the first run compares with the old file; the second run reads the new one.
if (recordExamples().status !== 0 && recordExamples().status !== 0) process.exitCode = 1;
const quiet = { info: () => undefined, warn: () => undefined };
const folder = await mkdtemp(join(tmpdir(), 'tillhouse-generate-'));
// Other accounts may enter: if root starts the server, it runs as another account.
await chmod(folder, 0o711);
const cluster = await startCluster(folder, quiet, { unsafe: true });
try {
  const connection = await prepareServiceRole(cluster.connection);
  await migrate(connection, quiet);
  await prepareSearch(cluster.connection, connection, quiet);
  const file = (path: string) => new URL(`../${path}`, import.meta.url);
  await withClient(cluster.connection, async (client) => {
    await writeFile(file('server/src/platform/database/tables.ts'), await renderTables(client));
    await writeFile(file('server/schema.sql'), await renderSchema(client));
  });
  const pool = createPool(connection, { size: 1, onLost: () => undefined });
  const services = {
    config: loadConfig({}),
    isAlone: true,
    database: createDatabase(pool),
    telemetry: createTelemetry({ log: { warn: () => undefined }, slow_statement_ms: 0 }),
    clock: systemClock,
    secret: 'signs nothing: no request is answered',
    storage: createDiskStorage(folder),
    push: { public_key: '', send: async () => 'unconfigured' as const },
    isServing: () => true,
    pages: { folder: () => undefined },
    jobs: openJobQueue(connection, quiet),
    isDatabaseAlive: async () => true,
  };
  const app = await buildApp({ services, pool });
  await app.ready();
  await mkdir(file('docs/'), { recursive: true });
  const openapi = renderOpenApi(app);
  await writeFile(file('docs/openapi.json'), openapi);
  await writeFile(file('client/src/api.generated.ts'), renderClient(JSON.parse(openapi)));
  await writeFile(file('docs/reference/errors.md'), renderErrors());
  await writeFile(file('docs/reference/permissions.md'), renderPermissions(openapi));
  await writeFile(file('docs/reference/events.md'), renderEvents(openapi));
  await writeFile(file('docs/reference/licences.md'), renderLicences());
  await writeFile(file('docs/reference/interface-coverage.md'), renderCoverage((await readAllClaims()).claims));
  await app.close();
  await pool.end();
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
