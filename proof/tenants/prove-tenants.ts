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
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { openWorld, type World } from '../world.ts';
import { actorsOf } from './actors.ts';
import { canariesOf } from './canaries.ts';
import { type Rewritten, removeFilters, withOpenRole } from './isolation-layers.ts';
import { placedRoutes, type Route } from './probes.ts';
import {
  placesInLists,
  probeCredentials,
  probeFiles,
  probeForeign,
  probeLists,
  probeRoles,
  type Scene,
} from './scenarios.ts';
import { probeStream } from './stream.ts';

export type SetUp = 'as it is' | 'without filters' | 'without row security';

interface TenantsRun extends Pick<ProofRun, 'seed' | 'size' | 'say'> {
  setUps?: readonly SetUp[];
  /** Takes both walls down for statements that say so: for seeing that it is found. */
  leak?: RegExp;
  /** Changes answers before they are looked at. */
  spoil?: Scene['spoil'];
}

interface Sums {
  probes: number;
  requests: number;
  faults: string[];
  scanned_bytes: number;
  log_lines: number;
}

/** Every line of the log, kept. */
function openLog() {
  const lines: string[] = [];
  return { lines, logger: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) };
}

/** The marks are unlike anything that the service says by itself. */
const markOf = (random: Random, letter: string) => `kanari${letter}${random.below(2 ** 31).toString(36)}`;

interface Round {
  connection: Connection;
  random: Random;
  sums: Sums;
  rewritten: Rewritten;
  filters: 'all' | 'none' | RegExp;
  role: string | undefined;
  spoil: Scene['spoil'];
  /** The number of probes. */
  enough: number;
  /** Credentials and roles are the same each time: once is enough. */
  isFirst: boolean;
}

async function playRound({
  connection,
  random,
  sums,
  rewritten,
  filters,
  role,
  spoil,
  enough,
  isFirst,
}: Round): Promise<void> {
  const { lines, logger } = openLog();
  const without = (pool: pg.Pool) => {
    if (filters !== 'all') removeFilters(pool, rewritten, filters === 'none' ? undefined : filters);
  };
  const app = await openTestApp(connection, { logger, ...(role === undefined ? {} : { role }), onPool: without });
  try {
    const routes = placedRoutes(app.routes);
    const one = await openWorld(app, markOf(random, 'a'));
    const other = await openWorld(app, markOf(random, 'b'));
    await checkWalls(app, [one, other], { role, filters });
    const [prober, probed] = random.below(2) === 0 ? [one, other] : [other, one];
    await probe(app, { routes, prober, probed, random, sums, spoil, enough, isFirst });
    const told = lines.filter((line) => line.includes(one.mark) || line.includes(other.mark));
    sums.log_lines += lines.length;
    sums.faults.push(
      ...told.slice(0, 3).map((line) => `the log says: ${line.slice(0, 500)}`),
      ...(await brokenInvariants(app.admin)),
    );
  } finally {
    await app.close();
  }
}

interface Probing {
  routes: readonly Route[];
  prober: World;
  probed: World;
  random: Random;
  sums: Sums;
  spoil: Scene['spoil'];
  enough: number;
  isFirst: boolean;
}

async function probe(
  app: OpenTestApp,
  { routes, prober, probed, random, sums, spoil, enough, isFirst }: Probing,
): Promise<void> {
  const canaries = await canariesOf(app.admin, probed, prober);
  const actors = await actorsOf(prober, probed);
  const scene: Scene = { app, routes, world: prober, other: probed, actors, canaries, random, sums, enough, spoil };
  const stateOf = async () => new Map([...(await digestOf(app.admin, probed)), ...(await peopleOf(app, probed))]);
  await probeFiles(scene);
  await probeStream(scene);
  // What the other merchant does itself comes first: events are numbered when they are read, and the books are checked.
  const cursors = await placesInLists(scene);
  const before = await stateOf();
  if (isFirst) await probeCredentials(scene);
  await probeLists(scene, cursors);
  await probeForeign(scene);
  if (isFirst) await probeRoles(scene);
  sums.faults.push(
    ...changedTables(before, await stateOf()).map((change) => `the other merchant's rows changed: ${change}`),
  );
}

/** People belong to no merchant; those who work at this one. */
async function peopleOf({ admin }: OpenTestApp, { owner, people }: World): Promise<Map<string, string>> {
  const ids = [owner.user_id, ...roles.map((role: Role) => people[role].user_id)];
  const { rows } = await admin.query<{ figure: string }>(
    'select md5(string_agg(t::text, $2 order by id)) as figure from users t where id = any($1)',
    [ids, ' '],
  );
  return new Map([['people', rows[0]?.figure ?? '']]);
}

/** That a wall is down is seen, not believed. */
async function checkWalls(
  { database }: OpenTestApp,
  worlds: readonly World[],
  { role, filters }: Pick<Round, 'role' | 'filters'>,
): Promise<void> {
  const seen = await database
    .reader(worlds[0]?.merchant_id ?? '')
    .many(sql<{ merchant_id: string }>`select distinct merchant_id from products`);
  assert.equal(seen.length, role === undefined ? 1 : worlds.length, 'row security');
  const [, other] = worlds;
  const asked = sql<{ id: string }>`select id from products where merchant_id = ${other?.merchant_id ?? ''}::uuid`;
  const found = await database.reader(worlds[0]?.merchant_id ?? '').many(asked);
  // Under row security a filter by another merchant finds nothing; without its filter a statement finds one's own.
  if (filters === 'none' && role === undefined) assert.ok(found.length > 0, 'the filters are gone');
  else if (filters === 'all' && role === undefined) assert.equal(found.length, 0, 'the filters are there');
}

/** From this number of probes on, credentials and roles are tried in every set-up instead of the first only. */
const everywhereFrom = 10_000;

export const setUpsAll: readonly SetUp[] = ['as it is', 'without filters', 'without row security'];

/**
 * Two merchants, each with something of everything: every route, asked by everybody of the one, with whatever names something of the other,
 * answers as if that had never been. @throws AssertionError with the requests that were answered otherwise
 */
export async function proveTenants({ seed, size, say, setUps = setUpsAll, leak, spoil }: TenantsRun): Promise<void> {
  await onServer((server) =>
    withOpenRole(server, async (open) => {
      // What is spoilt shows in what is reached for.
      const isSpoilt = leak !== undefined || spoil !== undefined;
      for (const [at, setUp] of setUps.entries()) {
        const sums: Sums = { probes: 0, requests: 0, faults: [], scanned_bytes: 0, log_lines: 0 };
        const rewritten: Rewritten = { ran: 0, texts: new Set() };
        const random = createRandom(seed * 1_000 + at);
        const share = Math.ceil(size / setUps.length);
        const filters = leak ?? (setUp === 'without filters' ? 'none' : 'all');
        const role = leak !== undefined || setUp === 'without row security' ? open : undefined;
        for (let round = 0; sums.probes < share && sums.faults.length === 0; round += 1)
          await onDatabase(server, (connection) =>
            playRound({
              connection,
              random,
              sums,
              rewritten,
              filters,
              role,
              spoil,
              enough: share,
              isFirst: round === 0 && !isSpoilt && (at === 0 || size >= everywhereFrom),
            }),
          );
        if (setUp === 'without filters')
          assert.ok(rewritten.texts.size > 100, `only ${rewritten.texts.size} statements had a filter to lose`);
        const lost =
          rewritten.ran > 0
            ? `; ${rewritten.ran} statements of ${rewritten.texts.size} kinds ran without their filter`
            : '';
        say(
          `${setUp}: ${sums.probes} cross-merchant probes in ${sums.requests} requests, ${Math.round(sums.scanned_bytes / 1e6)} MB of answers and files and ` +
            `${sums.log_lines} lines of log searched, ${sums.faults.length} leaks or wrong rights${lost}`,
        );
        assert.ok(sums.faults.length === 0, `${setUp}, seed ${seed}:\n${sums.faults.slice(0, 20).join('\n')}`);
      }
    }),
  );
}

export const proof: Proof = { unit: 'cross-merchant probes', long: 60_000, prove: proveTenants };
