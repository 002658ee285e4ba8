import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import pg from 'pg';
import { listPlacements } from '../../server/src/platform/database/citus/distribution.ts';
import { readMigrations } from '../../server/src/platform/database/migration/migrate.ts';
import { recordExamples, storyEnv } from '../examples/story.ts';
import { cloneDatabase, openTestApp, testServer } from '../test-app.ts';
import { watchQueries } from '../watch-queries.ts';
import { readSources } from './sources.ts';
import { nodesOf, readTree, type TreeNode } from './statement-trees.ts';

// Statements that Citus rejects. On a server with Citus, the tests of the operations notice them.

const statements = new Set<string>();
const app = await openTestApp(await cloneDatabase(testServer()), {
  env: storyEnv,
  ...watchQueries(({ text }) => statements.add(text)),
});
after(() => app.close());
const placements = await listPlacements(app.admin);
/** Statements on tables that only the coordinator has are not rewritten by Citus. */
const onCoordinator = placements.filter(({ place }) => place === 'coordinator').map(({ table }) => table);

const client = new pg.Client(app.connection);
await client.connect();
after(() => client.end());
const oidsOf = async (text: string, values: unknown[] = []) =>
  new Set((await client.query<{ oid: string }>(text, values)).rows.map(({ oid }) => oid));
const distributed = await oidsOf(
  `select oid::text from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)`,
  [onCoordinator],
);
const stable = await oidsOf(`select oid::text from pg_proc where provolatile = 's'`);
const volatile = await oidsOf(`select oid::text from pg_proc where provolatile = 'v'`);

const functionOf = ({ values }: TreeNode) => values.funcid ?? values.opfuncid ?? '';
const isVolatile = (node: TreeNode) => volatile.has(functionOf(node));
const isStable = (node: TreeNode) => node.type === 'SQLVALUEFUNCTION' || stable.has(functionOf(node));
const isMutable = (node: TreeNode) => isVolatile(node) || isStable(node);
const some = (nodes: readonly TreeNode[] | undefined, matches: (node: TreeNode) => boolean) =>
  nodesOf(nodes).some(matches);
const below = ({ children }: TreeNode) => Object.values(children).flat();

/** What Citus would reject of a changing statement on a distributed table. */
function faultsOf(query: TreeNode): string[] {
  const { commandType, resultRelation } = query.values;
  const table = query.children.rtable?.[Number(resultRelation) - 1]?.values.relid;
  if (query.type !== 'QUERY' || commandType === '1' || !distributed.has(table ?? '')) return [];
  const faults: string[] = [];
  if (some(query.children.returningList, isMutable)) faults.push('a function in RETURNING that is not immutable');
  const [onConflict] = query.children.onConflict ?? [];
  for (const part of [onConflict?.children.onConflictSet, onConflict?.children.onConflictWhere])
    if (some(part, isMutable)) faults.push('a function in ON CONFLICT that is not immutable');
  if (commandType === '3') return faults;
  const conditions = query.children.jointree?.[0]?.children.quals;
  const changing = [...(query.children.targetList ?? []), ...(conditions ?? [])];
  if (some(changing, isVolatile)) faults.push('a volatile function');
  if (some(changing, (node) => isStable(node) && some(below(node), ({ type }) => type === 'VAR')))
    faults.push('a stable function of a column');
  if (some(changing, (node) => /^(CASE|COALESCE)(EXPR)?$/.test(node.type) && some(below(node), isMutable)))
    faults.push('a function in CASE or COALESCE that is not immutable');
  return faults;
}

/** The statement as PostgreSQL has parsed it. Nothing is executed. */
async function parse(text: string): Promise<TreeNode[]> {
  await client.query('begin');
  try {
    await client.query(`prepare statement as ${text}`);
    const prepared = await client.query('select parameter_types::text[] as types from pg_prepared_statements');
    const [{ types }] = prepared.rows;
    // A function has at most 100 parameters.
    const withoutParameters = text.replace(/\$(\d+)/g, (_, number) => `(null::${types[number - 1]})`);
    await client.query('deallocate statement');
    await client.query(
      `create function pg_temp.statement() returns void language sql begin atomic ${withoutParameters}; end`,
    );
    const { rows } = await client.query(
      `select prosqlbody::text as tree from pg_proc where proname = 'statement' and pronamespace = pg_my_temp_schema()`,
    );
    return readTree(rows[0].tree);
  } finally {
    await client.query('rollback');
  }
}

async function faultsIn(text: string): Promise<string[]> {
  const queries = [...nodesOf(await parse(text))].filter(({ type }) => type === 'QUERY');
  return [...new Set(queries.flatMap(faultsOf))];
}

const skip = testServer().workers !== undefined && 'Citus itself rejects such statements';

test('no change calls a function that Citus cannot evaluate', { skip }, async () => {
  await recordExamples(app);
  const changes = [...statements].filter((text) => /^\s*(with|insert|update|delete)\b/i.test(text));
  assert.ok(changes.length > 150, String(changes.length));
  const rejected: Record<string, string[]> = {};
  for (const text of changes) {
    const faults = await faultsIn(text);
    if (faults.length > 0) rejected[text] = faults;
  }
  assert.deepEqual(rejected, {});
});

test('notices functions that Citus cannot evaluate', { skip }, async () => {
  const upsert = `insert into closed_days (merchant_id, day) values ($1, $2) on conflict (merchant_id, day) do update set`;
  for (const [text, fault] of [
    [
      `update sales set updated_at = updated_at + interval '1 hour' where merchant_id = $1`,
      'a stable function of a column',
    ],
    ['delete from sales where merchant_id = $1 and occurred_at::date = $2', 'a stable function of a column'],
    ['update sales set updated_at = clock_timestamp() where merchant_id = $1', 'a volatile function'],
    [
      'update sales set updated_at = case when id = $1 then now() else updated_at end where merchant_id = $1',
      'a function in CASE or COALESCE that is not immutable',
    ],
    [
      'update sales set note = $2 where merchant_id = $1 returning occurred_at::date',
      'a function in RETURNING that is not immutable',
    ],
    [`${upsert} day = current_date`, 'a function in ON CONFLICT that is not immutable'],
    [
      'with a as (update sales set updated_at = clock_timestamp() where merchant_id = $1 returning id) select id from a',
      'a volatile function',
    ],
  ] as const)
    assert.deepEqual(await faultsIn(text), [fault], text);
  for (const harmless of [
    `update sales set updated_at = now() - interval '1 hour' where merchant_id = $1 and occurred_at < now()`,
    `update sales set updated_at = (updated_at at time zone 'UTC' + interval '1 hour') at time zone 'UTC'`,
    'insert into sign_in_delays select * from sign_in_delays on conflict (key) do update set next_at = now()',
    'insert into closed_days (merchant_id, day) values ($1, now()::date)',
  ])
    assert.deepEqual(await faultsIn(harmless), [], harmless);
});

/** Counts upserts that read the clock in their update, which Citus cannot send to the node with the row. */
function clocksInUpserts(text: string): number {
  const upserts = text.match(/\bon\s+conflict\b[^`;]*?\bdo\s+update\b[^`;]*/gi) ?? [];
  return upserts.filter((upsert) =>
    /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|random|gen_random_uuid)\s*\(|\bcurrent_(timestamp|date|time)\b/i.test(
      upsert.replace(/\breturning\b.*/is, ''),
    ),
  ).length;
}

test('no upsert reads the clock in its update', async () => {
  for (const { path, text } of await readSources()) assert.equal(clocksInUpserts(text), 0, path);
  for (const { name, commands } of await readMigrations()) assert.equal(clocksInUpserts(commands.join(';\n')), 0, name);
});

/**
 * Array subscripts in updates: Citus 13.2.2 crashes the server process when it rewrites such an update for a worker.
 */
function subscriptsInUpdates(text: string): string[] {
  const updates = text.replace(/\$\{[^{}`]*\}/g, '$1').match(/\bupdate\s+(\w+\s+(as\s+)?){0,2}set\b[^`;]*/gi) ?? [];
  return updates
    .filter((update) => !onCoordinator.includes(/^update\s+(\w+)/i.exec(update)?.[1] ?? ''))
    .flatMap((update) => update.match(/(?<!\barray)(?<=[\w)\]"])\s*\[[^[\]]+\]/gi) ?? []);
}

test('no update uses an array subscript', async () => {
  for (const { path, text } of await readSources()) assert.deepEqual(subscriptsInUpdates(text), [], path);
  for (const { name, commands } of await readMigrations())
    assert.deepEqual(subscriptsInUpdates(commands.join(';\n')), [], name);
});

test('notices clocks in upserts and subscripts in updates', () => {
  assert.equal(clocksInUpserts('insert into t values (now()) on conflict (id) do update set a = 1'), 0);
  assert.equal(clocksInUpserts('insert into t values (1) on conflict (id)\n do update set a = 1, at = now()'), 1);
  assert.equal(clocksInUpserts('insert into t values (1) ON CONFLICT (id) DO UPDATE SET at = current_timestamp'), 1);
  assert.equal(clocksInUpserts('insert into t values (1) on conflict do nothing; select now()'), 0);
  for (const planted of [
    'update sales set waits = waits[2:]',
    'update sales s set waits[1] = 2',
    `UPDATE sales AS s SET at = (\${moments}::timestamptz[])[least(s.attempts + 1, \${moments.length}::int)] where id = $1`,
    'with a as (select 1) update users set x = "old names" [1]',
    'insert into t values (1) on conflict (id) do update set a = (t.b || excluded.b)[1]',
  ])
    assert.equal(subscriptsInUpdates(planted).length, 1, planted);
  for (const harmless of [
    `update sales set waits = \${moments[0]}::text[] || array[\${one}] || array [1, 2] where id = any(\${[...ids]}::uuid[])`,
    'update sessions set retired_hashes = retired_hashes[2:]',
    'select waits[1] from sales; update sales set total = 1; select waits[1] from sales',
  ])
    assert.deepEqual(subscriptsInUpdates(harmless), [], harmless);
});

/** Conditions that are a parameter alone. If it is false, Citus rejects an outer join beside it (PostgreSQL 15, 16). */
const conditionsWithoutColumn = (text: string): string[] =>
  text.match(/(`|\b(where|on|and)\s+)\$\{[^{}`]*\}::bool(ean)?\s*(?=`|\band\b|\bleft\b|\bwhere\b|$)/gi) ?? [];

test('no condition is a parameter alone', async () => {
  for (const { path, text } of await readSources()) assert.deepEqual(conditionsWithoutColumn(text), [], path);
  for (const planted of [
    `.on(sql<boolean>\`\${sees_customers}::boolean\`)`,
    `sql\`select 1 from a left join b on b.id = a.id and \${sees}::boolean where a.id = 1\``,
    `sql\`select 1 from a left join b on b.id = a.id where \${sees}::bool\``,
  ])
    assert.equal(conditionsWithoutColumn(planted).length, 1, planted);
  for (const harmless of [
    `sql\`where (\${sees_costs}::boolean or not e.with_costs)\``,
    `sql\`case when \${allow_negative}::boolean then 1 end\``,
  ])
    assert.deepEqual(conditionsWithoutColumn(harmless), [], harmless);
});

/** Locks of rows by a test that name no merchant. */
const locksWithoutMerchant = (text: string): string[] =>
  (text.match(/(['`])select from [^'`;]*\bfor (no key )?(update|share)\b/gi) ?? []).filter(
    (lock) => !/\bmerchant_id\b|\$\{/.test(lock) && !onCoordinator.includes(/\bfrom (\w+)/.exec(lock)?.[1] ?? ''),
  );

test('tests lock rows of a merchant by statements that name the merchant', async () => {
  const root = new URL('../../', import.meta.url);
  for await (const path of glob('{server/src,test}/**/*.test.ts', { cwd: root.pathname }))
    assert.deepEqual(locksWithoutMerchant(await readFile(new URL(path, root), 'utf8')), [], path);
  const planted = ["'select", 'from sales where id = $1 for update'].join(' ');
  assert.equal(locksWithoutMerchant(planted).length, 1);
  assert.deepEqual(locksWithoutMerchant("query('select from mails where id = $1 for update')"), []);
});
