import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/** Tests the rules in `.dependency-cruiser.mjs`, and the one in `biome.json` about names. `npm run check` applies both. */
const root = new URL('../../', import.meta.url).pathname;
const options = await extractOptions(join(root, '.dependency-cruiser.mjs'));
const folder = await mkdtemp(join(tmpdir(), 'tillhouse-imports-'));
after(() => rm(folder, { recursive: true, force: true }));

/** A file, and an import in it. */
type Planted = [path: string, text: string];

/** What the import names: a file below the root, or a package. */
function targetOf([path, text]: Planted): string {
  const [, specifier = ''] = /'(.+?)'/.exec(text) ?? [];
  return specifier.startsWith('.') ? join(dirname(path), specifier) : specifier;
}

/** Writes the files with all of their imports, and the files that they import. */
async function plantAll(planted: readonly Planted[]): Promise<string> {
  const baseDir = await mkdtemp(join(folder, 'tree-'));
  const files = new Map<string, string>();
  for (const target of planted.map(targetOf).filter((name) => name.includes('.ts'))) files.set(target, '');
  for (const [path] of planted) files.set(path, '');
  for (const [path, text] of planted) files.set(path, `${files.get(path)}${text}\n`);
  for (const [path, text] of files) {
    await mkdir(join(baseDir, dirname(path)), { recursive: true });
    await writeFile(join(baseDir, path), text);
  }
  return baseDir;
}

/** The forbidden imports among the planted ones. */
async function violationsIn(planted: readonly Planted[]): Promise<string[]> {
  const baseDir = await plantAll(planted);
  const folders = [...new Set(planted.map(([path]) => path.split('/')[0] ?? ''))];
  const { output } = await cruise(folders, { ...options, baseDir });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ from, to }) => `${from} → ${to}`).sort();
}

const inServer = ([path, text]: Planted): Planted => [`server/src/${path}`, text];

test('notices each kind of forbidden import', async () => {
  const planted: Planted[] = [
    ['core/ids.ts', `import { build } from '../platform/database/statement.ts';`],
    ['platform/database/pool/pool.ts', `import type { App } from '../../context/app.ts';`],
    ['platform/files/write-file.ts', `import type { Handle } from '../database/handle.ts';`],
    ['platform/attic/file.ts', `import { newId } from '../../core/ids.ts';`],
    ['platform/http/errors.ts', `import { findSession } from '../../features/auth/session-queries.ts';`],
    ['features/inventory/move-stock.ts', `import { recordSale } from '../sales/record-sale.ts';`],
    ['features/inventory/move-stock.ts', `import { getProduct } from '../catalogue/get-product.ts';`],
    ['features/sales/rules.ts', `import { keyOf } from '../inventory/rules.ts';`],
    ['app/serve.ts', `import { recordSale } from '../features/sales/routes.ts';`],
    ['features/sales/record-sale.ts', `import { sale } from './schemas.ts';`],
    ['features/sales/record-sale.ts', `import { act } from '../../platform/idempotency/idempotency.ts';`],
    ['features/sales/record-sale.ts', `import { build } from '../../platform/database/statement.ts';`],
    ['features/sales/record-sale.ts', `import { type Handle, open } from '../../platform/database/handle.ts';`],
    ['features/sales/record-sale.ts', `import { sql } from 'kysely';`],
    ['features/sales/record-sale.ts', `const late = await import('./routes.ts');`],
    ['features/sales/record-sale.ts', `import { app } from '../../app.ts';`],
    ['features/sales/refunds/refund-sale.ts', `import { product } from '../../catalogue/schemas.ts';`],
    ['features/sales/rules.ts', `import type { Handle } from '../../platform/database/handle.ts';`],
    ['features/sales/rules.ts', `import type { RollupChange } from '../sales-rollups/post-rollups.ts';`],
    ['features/sales/pricing-rules.ts', `import { insertSale } from './queries.ts';`],
    ['features/sales/routes.ts', `import { reportSales } from '../reports/report-sales.ts';`],
    ['features/sales/routes.ts', `import { moveStock } from '../inventory/move-stock.ts';`],
    ['features/sales/schemas.ts', `export { product } from '../catalogue/schemas.ts';`],
    ['features/sales/queries.ts', `import { data } from '../../platform/http/envelope.ts';`],
    ['features/sales/events.ts', `import { shown } from '../reports/events.ts';`],
    ['features/sales/refund-queries.ts', `import pg from 'pg';`],
    ['features/sales/record-sale.ts', `import type { FastifyRequest } from 'fastify';`],
    ['features/sales/rules.ts', `import { Type } from 'typebox';`],
    ['features/attic/rules.ts', `import { newId } from '../../core/ids.ts';`],
    ['app/main.ts', `import { recordSale } from '../features/sales/record-sale.ts';`],
    ['app/serve.ts', `import { aShop } from '../../../test/shop.ts';`],
  ];
  const web: Planted[] = [
    ['web/src/design/card.tsx', `import { Sales } from '../features/sales/sales.tsx';`],
    ['web/src/lib/amounts.ts', `import { Shell } from '../app/shell/shell.tsx';`],
    ['web/src/features/sales/sales.tsx', `import { router } from '../../app/router.ts';`],
    ['web/src/features/sales/sales.tsx', `import type { Sale } from '../../../../server/src/features/sales/rules.ts';`],
    ['web/src/session/session.tsx', `import { Card } from '../design/card.tsx';`],
    ['core/src/money.ts', `import { newId } from '../../server/src/core/ids.ts';`],
    ['client/src/client.ts', `import { parse } from '../../core/src/money.ts';`],
  ];
  const all = [...planted.map(inServer), ...web];
  assert.deepEqual(await violationsIn(all), all.map((one) => `${one[0]} → ${targetOf(one)}`).sort());
});

test('allows the permitted imports', async () => {
  const permitted: Planted[] = [
    ['features/sales/record-sale.ts', `import { postMoves } from '../inventory/move-stock.ts';`],
    ['features/sales/record-sale.ts', `import { getMerchant, type MerchantRow } from '../merchant/queries.ts';`],
    ['features/sales/record-sale.ts', `import { type Handle, type Row } from '../../platform/database/handle.ts';`],
    ['features/sales/queries.ts', `import { sql } from 'kysely';`],
    ['features/sales/queries.ts', `import type { Sale } from './record-sale.ts';`],
    ['features/sales/queries.ts', `import { listPage } from '../../platform/http/paging.ts';`],
    ['features/sales/routes.ts', `import { sale } from './schemas.ts';`],
    ['features/sales/routes.ts', `import { data } from '../../platform/http/envelope.ts';`],
    ['features/events/number-events.ts', `import { allEvents } from './all-events.ts';`],
    ['features/events/all-events.ts', `import { saleEvents } from '../sales/events.ts';`],
    ['app/routes.ts', `import { locationRoutes } from '../features/merchant/location-routes.ts';`],
  ];
  assert.deepEqual(await violationsIn(permitted.map(inServer)), []);
});

test('notices each import of a function that changes data from another feature’s queries', async () => {
  const planted: Planted[] = [
    ['features/sales/a.ts', `import { lockLevels } from '../inventory/queries.ts';`],
    ['features/sales/b.ts', `import {\n  type Level,\n  updateLevels,\n} from '../inventory/queries.ts';`],
    ['features/sales/c.ts', `import * as levels from '../inventory/queries.ts';`],
    ['features/sales/d.ts', `export { lockUser } from '../auth/accounts/user-queries.ts';`],
    ['features/sales/refunds/e.ts', `import { lockLevels } from '../../inventory/level-queries.ts';`],
    ['app/background.ts', `import { insertSale } from '../features/sales/queries.ts';`],
    ['commands/f.ts', `import { insertSale } from '../features/sales/queries.ts';`],
  ];
  const permitted: Planted[] = [
    ['features/sales/g.ts', `import { getMerchant, type Merchant } from '../merchant/queries.ts';`],
    ['features/sales/h.ts', `import { lockSale } from './queries.ts';`],
    ['features/sales/refunds/i.ts', `import { lockSale } from '../queries.ts';`],
    ['features/sales/refunds/j.ts', `import { lockReceipt } from '../receipts/receipt-queries.ts';`],
  ];
  const baseDir = await plantAll([...planted, ...permitted].map(inServer));
  await copyFile(join(root, 'biome.json'), join(baseDir, 'biome.json'));
  const args = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=github'];
  const found = await promisify(execFile)(join(root, 'node_modules/.bin/biome'), args, { cwd: baseDir }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  const files = [...found.stdout.matchAll(/^::error .*?\/server\/src\/([^,]+)/gm)].map(([, file = '']) => file);
  assert.deepEqual(files.sort(), planted.map(([path]) => path).sort(), found.stdout);
});
