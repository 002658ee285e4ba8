import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { type Role, roles } from '../../server/src/core/permissions.ts';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { type OpenTestApp, openTestApp } from '../../test/test-app.ts';
import { changedTables, digestOf } from '../digest.ts';
import { onDatabase, onServer } from '../in-process.ts';
import { createMerchantFixture, type MerchantFixture } from '../merchant-fixture.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { actorsOf } from './actors.ts';
import { canariesOf } from './canaries.ts';
import { probeForeign } from './foreign-ids.ts';
import { type Rewritten, removeFilters, withOpenRole } from './isolation-layers.ts';
import { matchRoutes, type Route } from './probes.ts';
import { cursorsOfLists, probeCredentials, probeFiles, probeLists, probeRoles } from './scenarios.ts';
import type { ProbeContext } from './send.ts';
import { probeStream } from './stream.ts';

export type SetUp = 'unchanged' | 'without filters' | 'without row security';

interface TenantsRun extends Pick<ProofRun, 'seed' | 'size' | 'say'> {
  setUps?: readonly SetUp[];
  /** Removes both isolation layers for matching statements, to see that the leak is noticed. */
  leak?: RegExp;
  /** Changes responses before they are checked, to see that it is noticed. */
  alterResponse?: ProbeContext['alterResponse'];
}

interface Totals {
  probes: number;
  requests: number;
  faults: string[];
  scanned_bytes: number;
  log_lines: number;
}

/** A logger that keeps every line. */
function createLog() {
  const lines: string[] = [];
  return { lines, logger: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) };
}

/** A mark that appears in no text of the service itself. */
const markOf = (random: Random, letter: string) => `kanari${letter}${random.below(2 ** 31).toString(36)}`;

interface Round {
  connection: Connection;
  random: Random;
  totals: Totals;
  rewritten: Rewritten;
  filters: 'all' | 'none' | RegExp;
  role: string | undefined;
  alterResponse: ProbeContext['alterResponse'];
  /** The number of probes after which the round ends. */
  maxProbes: number;
  /** Credentials and roles are the same in each round, so they are only tried in the first one. */
  isFirst: boolean;
}

async function runRound({
  connection,
  random,
  totals,
  rewritten,
  filters,
  role,
  alterResponse,
  maxProbes,
  isFirst,
}: Round): Promise<void> {
  const { lines, logger } = createLog();
  const without = (pool: pg.Pool) => {
    if (filters !== 'all') removeFilters(pool, rewritten, filters === 'none' ? undefined : filters);
  };
  const app = await openTestApp(connection, {
    // No worker runs the exports.
    env: { MERCHANT_QUEUED_EXPORTS: '1000' },
    logger,
    ...(role === undefined ? {} : { role }),
    onPool: without,
  });
  try {
    const routes = matchRoutes(app.routes);
    const one = await createMerchantFixture(app, markOf(random, 'a'));
    const other = await createMerchantFixture(app, markOf(random, 'b'));
    await checkLayers(app, [one, other], { role, filters });
    const [prober, probed] = random.below(2) === 0 ? [one, other] : [other, one];
    await probe(app, { routes, prober, probed, random, totals, alterResponse, maxProbes, isFirst });
    const leaked = lines.filter((line) => line.includes(one.mark) || line.includes(other.mark));
    totals.log_lines += lines.length;
    totals.faults.push(
      ...leaked.slice(0, 3).map((line) => `the log contains: ${line.slice(0, 500)}`),
      ...(await brokenInvariants(app.admin)),
    );
  } finally {
    await app.close();
  }
}

interface ProbeOptions {
  routes: readonly Route[];
  prober: MerchantFixture;
  probed: MerchantFixture;
  random: Random;
  totals: Totals;
  alterResponse: ProbeContext['alterResponse'];
  maxProbes: number;
  isFirst: boolean;
}

async function probe(
  app: OpenTestApp,
  { routes, prober, probed, random, totals, alterResponse, maxProbes, isFirst }: ProbeOptions,
): Promise<void> {
  const canaries = await canariesOf(app.admin, probed, prober);
  const actors = await actorsOf(prober, probed);
  const context: ProbeContext = {
    app,
    routes,
    fixture: prober,
    other: probed,
    actors,
    canaries,
    random,
    totals,
    maxProbes,
    alterResponse,
  };
  const stateOf = async () => new Map([...(await digestOf(app.admin, probed)), ...(await peopleOf(app, probed))]);
  await probeFiles(context);
  await probeStream(context);
  // Requests of the other merchant come before the digest, because they change its rows: reading events numbers them.
  const cursors = await cursorsOfLists(context);
  const before = await stateOf();
  if (isFirst) await probeCredentials(context);
  await probeLists(context, cursors);
  await probeForeign(context);
  if (isFirst) await probeRoles(context);
  totals.faults.push(
    ...changedTables(before, await stateOf()).map((change) => `the other merchant's rows changed: ${change}`),
  );
}

/** A digest of the merchant's users, whose rows belong to no merchant. */
async function peopleOf({ admin }: OpenTestApp, { owner, people }: MerchantFixture): Promise<Map<string, string>> {
  const ids = [owner.user_id, ...roles.map((role: Role) => people[role].user_id)];
  const { rows } = await admin.query<{ figure: string }>(
    'select md5(string_agg(t::text, $2 order by id)) as figure from users t where id = any($1)',
    [ids, ' '],
  );
  return new Map([['people', rows[0]?.figure ?? '']]);
}

/** Checks that the isolation layers are on or off as intended. */
async function checkLayers(
  { database }: OpenTestApp,
  fixtures: readonly MerchantFixture[],
  { role, filters }: Pick<Round, 'role' | 'filters'>,
): Promise<void> {
  const seen = await database
    .reader(fixtures[0]?.merchant_id ?? '')
    .many(sql<{ merchant_id: string }>`select distinct merchant_id from products`);
  assert.equal(seen.length, role === undefined ? 1 : fixtures.length, 'row security');
  const [, other] = fixtures;
  const foreignRows = sql<{
    id: string;
  }>`select id from products where merchant_id = ${other?.merchant_id ?? ''}::uuid`;
  const found = await database.reader(fixtures[0]?.merchant_id ?? '').many(foreignRows);
  // Under row security a filter by another merchant finds nothing. Without its filter the statement finds the own rows.
  if (filters === 'none' && role === undefined) assert.ok(found.length > 0, 'the filters must be removed');
  else if (filters === 'all' && role === undefined) assert.equal(found.length, 0, 'the filters must be in entry');
}

/** From this number of probes on, credentials and roles are tried in every set-up. Below it, only in the first one. */
const everywhereFrom = 10_000;

export const setUpsAll: readonly SetUp[] = ['unchanged', 'without filters', 'without row security'];

/**
 * Creates two merchants with records of all kinds. Each user of one merchant requests every route with ids of the other.
 * The responses must be the same as for unknown ids.
 * @throws AssertionError with the requests that got other responses
 */
export async function proveTenants({
  seed,
  size,
  say,
  setUps = setUpsAll,
  leak,
  alterResponse,
}: TenantsRun): Promise<void> {
  await onServer((server) =>
    withOpenRole(server, async (open) => {
      // A planted leak shows in the probes, so credentials and roles are skipped.
      const isPlanted = leak !== undefined || alterResponse !== undefined;
      for (const [at, setUp] of setUps.entries()) {
        const totals: Totals = { probes: 0, requests: 0, faults: [], scanned_bytes: 0, log_lines: 0 };
        const rewritten: Rewritten = { ran: 0, texts: new Set() };
        const random = createRandom(seed * 1_000 + at);
        const share = Math.ceil(size / setUps.length);
        const filters = leak ?? (setUp === 'without filters' ? 'none' : 'all');
        const role = leak !== undefined || setUp === 'without row security' ? open : undefined;
        for (let round = 0; totals.probes < share && totals.faults.length === 0; round += 1)
          await onDatabase(server, (connection) =>
            runRound({
              connection,
              random,
              totals,
              rewritten,
              filters,
              role,
              alterResponse,
              maxProbes: share,
              isFirst: round === 0 && !isPlanted && (at === 0 || size >= everywhereFrom),
            }),
          );
        if (setUp === 'without filters')
          assert.ok(rewritten.texts.size > 100, `only ${rewritten.texts.size} statements had a filter`);
        const lost =
          rewritten.ran > 0
            ? `; ${rewritten.ran} statements of ${rewritten.texts.size} kinds ran without their filter`
            : '';
        say(
          `${setUp}: ${totals.probes} cross-merchant probes in ${totals.requests} requests, ${Math.round(totals.scanned_bytes / 1e6)} MB of responses and files and ` +
            `${totals.log_lines} lines of log searched, ${totals.faults.length} leaks or wrong rights${lost}`,
        );
        assert.ok(totals.faults.length === 0, `${setUp}, seed ${seed}:\n${totals.faults.slice(0, 20).join('\n')}`);
      }
    }),
  );
}

export const proof: Proof = { unit: 'cross-merchant probes', long: 60_000, prove: proveTenants };
