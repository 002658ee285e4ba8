import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openLoad, rateOf } from './load/load.ts';
import type { Workload } from './load/workload.ts';
import { databaseProcesses } from './setup/memory.ts';
import { type OpenShop, openService } from './setup/service.ts';
import { analyze, idsOf } from './setup/shops.ts';

/**
 * `node bench/profile.ts [--tills 32] [--merchants 1] [--seconds 10]` shows where the time of a sale goes; with
 * `--of product` or `--of list`, that of a read. It prints the processor time of the service and its database, and the
 * functions and statements that took most. `--plans` adds the time of foreign key checks, from the plans of a sample of
 * statements, which slows them down. Linux only: processor time is read from /proc.
 */
const { values } = parseArgs({
  options: {
    of: { type: 'string', default: 'sale' },
    tills: { type: 'string', default: '32' },
    merchants: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '10' },
    plans: { type: 'boolean', default: false },
  },
});
const [tills, merchants, seconds] = [Number(values.tills), Number(values.merchants), Number(values.seconds)];
const shownRows = 25;

const statementSettings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' };
const planSettings = {
  shared_preload_libraries: 'pg_stat_statements, auto_explain',
  logging_collector: 'on',
  log_directory: 'log',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_triggers': 'on',
  'auto_explain.sample_rate': '0.1',
};

async function main(): Promise<void> {
  const service = await openService();
  const load = openLoad();
  const { testBed } = service;
  const client = () => new pg.Client(service.admin);
  try {
    const shops = await service.openShops(merchants, 3_000);
    const workload = chooseWorkload(shops);
    const [unit, wanted] = workload.kind === 'sale' ? ['sale', 201] : ['response', 200];
    const sell = (lasting: number) => load.run({ port: service.port, connections: tills, seconds: lasting, workload });
    for (const [name, value] of Object.entries({ ...statementSettings, ...(values.plans ? planSettings : {}) }))
      await query(client(), `alter system set ${name} = ${value}`);
    await testBed.service().stop();
    const folder = join(testBed.env.DATA_DIR ?? '', 'profiles');
    await testBed.restart({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
    await query(client(), 'create extension pg_stat_statements');
    await sell(3);
    await analyze(service.admin);
    await sell(1);
    await query(client(), 'select pg_stat_statements_reset()');
    const before = { node: await processorTime(testBed.service().process.pid), database: await databaseTime(service) };
    const from_us = clock();
    const outcome = await sell(seconds);
    const until_us = clock();
    const sold = outcome.statuses[wanted] ?? 0;
    const node_s = (await processorTime(testBed.service().process.pid)) - before.node;
    const database_s = (await databaseTime(service)) - before.database;
    console.log(
      `${rateOf(outcome, wanted).toFixed(0)} ${unit}s/s, ${tills} tills of ${merchants} merchants, p50 ${outcome.p50_ms.toFixed(1)} ms, p99 ${outcome.p99_ms.toFixed(1)} ms`,
    );
    console.log(
      `processor time per ${unit}: service ${((node_s / sold) * 1e3).toFixed(3)} ms, database ${((database_s / sold) * 1e3).toFixed(2)} ms; of ${outcome.lasted_s.toFixed(1)} s the service worked ${node_s.toFixed(1)} s, the database ${database_s.toFixed(1)} s`,
    );
    const statements = await query(
      client(),
      `select calls, total_exec_time as ms, total_plan_time as plan_ms, wal_bytes::float8 as wal, regexp_replace(left(query, 130), '\\s+', ' ', 'g') as text
       from pg_stat_statements order by total_exec_time + total_plan_time desc limit ${shownRows}`,
    );
    console.log(`\nstatements, per ${unit}: calls, ms, ms of planning, WAL bytes`);
    for (const { calls, ms, plan_ms, wal, text } of statements as {
      calls: string;
      ms: number;
      plan_ms: number;
      wal: number;
      text: string;
    }[])
      console.log(
        `${(Number(calls) / sold).toFixed(2).padStart(7)} ${(ms / sold).toFixed(3).padStart(8)} ${(plan_ms / sold).toFixed(3).padStart(8)} ${(wal / sold).toFixed(0).padStart(7)}  ${text}`,
      );
    await testBed.service().stop();
    if (values.plans) await showTriggers(join(testBed.env.DATA_DIR ?? '', 'postgres', 'data', 'log'));
    await showFunctions(folder, { from_us, until_us });
    await testBed.restart();
  } finally {
    load.close();
    await service.close();
  }
}

function chooseWorkload(shops: readonly OpenShop[]): Workload {
  const [shop] = shops;
  if (values.of === 'sale' || shop === undefined)
    return { kind: 'sale', lines: 3, tills: shops.map(({ token, ...rest }) => ({ token, product_ids: idsOf(rest) })) };
  const paths = values.of === 'list' ? ['/products?limit=20'] : shop.ids.slice(0, 20).map((id) => `/products/${id}`);
  return { kind: 'get', token: shop.token, paths };
}

async function query(client: pg.Client, text: string): Promise<unknown[]> {
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The clock of V8's profiles. */
const clock = () => Number(process.hrtime.bigint() / 1_000n);

/** Prints the time of foreign key checks, summed up over the logged plans. */
async function showTriggers(folder: string): Promise<void> {
  const files = await readdir(folder);
  const text = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
  const triggers = new Map<string, { ms: number; calls: number }>();
  for (const [, name = '', ms, calls] of text.matchAll(/Trigger for constraint (\S+).*?: time=([\d.]+) calls=(\d+)/g)) {
    const sum = triggers.get(name) ?? { ms: 0, calls: 0 };
    triggers.set(name, { ms: sum.ms + Number(ms), calls: sum.calls + Number(calls) });
  }
  const total = [...text.matchAll(/duration: ([\d.]+) ms/g)].reduce((sum, [, ms]) => sum + Number(ms), 0);
  console.log('\nforeign key checks, as a part of the time of all statements');
  for (const [name, { ms, calls }] of [...triggers].sort(([, a], [, b]) => b.ms - a.ms))
    console.log(
      `${((ms / total) * 100).toFixed(1).padStart(6)} %  ${name}, ${((ms / calls) * 1_000).toFixed(0)} µs each`,
    );
}

const ticks_per_s = 100;

/** Processor time of a process in seconds. */
async function processorTime(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticks_per_s;
}

async function databaseTime(service: Awaited<ReturnType<typeof openService>>): Promise<number> {
  const times = await Promise.all((await databaseProcesses(service)).map(processorTime));
  return times.reduce((sum, time) => sum + time, 0);
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  /** In microseconds of the monotonic clock. Each delta is the time since the previous sample. */
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

/** Prints functions and packages by their own time between two moments. */
async function showFunctions(
  folder: string,
  { from_us, until_us }: { from_us: number; until_us: number },
): Promise<void> {
  const [file] = (await readdir(folder))
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()
    .toReversed();
  if (file === undefined) throw new Error('the service wrote no profile');
  const { nodes, samples, timeDeltas, startTime } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile;
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const functions = new Map<string, number>();
  const packages = new Map<string, number>();
  let all = 0;
  let at = startTime;
  samples.forEach((id, index) => {
    at += timeDeltas[index] ?? 0;
    if (at < from_us || at > until_us) return;
    const { functionName, url, lineNumber } = byId.get(id) ?? { functionName: '?', url: '', lineNumber: 0 };
    if (functionName === '(idle)') return;
    const us = timeDeltas[index] ?? 0;
    all += us;
    const packageName = packageOf(url);
    const name = `${functionName || '(anonymous)'}  ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`;
    functions.set(name, (functions.get(name) ?? 0) + us);
    packages.set(packageName, (packages.get(packageName) ?? 0) + us);
  });
  const show = (title: string, of: Map<string, number>) => {
    console.log(`\n${title}`);
    for (const [name, us] of [...of].sort(([, a], [, b]) => b - a).slice(0, shownRows))
      console.log(`${((us / all) * 100).toFixed(1).padStart(6)} %  ${name}`);
  };
  show('time of the service by package', packages);
  show('time of the service by function', functions);
}

function packageOf(url: string): string {
  if (url === '') return 'V8 and the system';
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return found ?? url.replace(/^.*\/(server\/src\/(?:features\/)?[^/]+).*$/, '$1');
}

await main();
process.exit();
