import { createClient } from './client.ts';
import { demoPassword, openShop, readReport, readReportFile, recordSample } from './load.ts';
import { readSample, type Sums, sumsOf } from './sample.ts';
import { isReady, startService } from './service.ts';

/**
 * `npm run demo [-- <address>]` records a day of a real shop through the API, and compares the report with the sums of the
 * source file. It uses the service at the address, or on port 3000 of this machine. If none runs there, it starts one on
 * `./data`.
 */
const address = process.argv[2];
const url = address ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const running = await isReady(url);
if (!running && address !== undefined) throw new Error(`no Tillhouse is running at ${address}`);
// A service started here has no rate limit. A running one keeps its limit, and the demo takes longer.
const service = running ? undefined : await startService({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
console.log(running ? `Using the Tillhouse at ${url}` : `Started a Tillhouse at ${url}`);

try {
  process.exitCode = (await recordAndCompare()) ? 0 : 1;
} finally {
  await service?.stop();
}
if (service !== undefined) console.log('The service was stopped; `npm start` opens it again on the same data.');

/** @returns true if the report agrees with the file */
async function recordAndCompare(): Promise<boolean> {
  const client = createClient(url);
  const sample = await readSample();
  const email = await openShop(client);
  await recordSample(client, sample, showProgress);
  const report = await readReport(client);
  const sums = sumsOf(sample);
  const exported_pence = await readReportFile(client);
  const agrees = compare({ ...report, exported: exported_pence }, sums);
  console.log('\nBest sellers');
  for (const { name, quantity_sold, revenue } of report.top_products.slice(0, 5)) {
    console.log(`  ${String(quantity_sold).padStart(5)} × ${name.padEnd(36)} ${revenue.toFixed(2).padStart(10)}`);
  }
  console.log(`\nSign in as ${email} with the password “${demoPassword}”.`);
  return agrees;
}

function showProgress(what: string, done: number, total: number): void {
  const width = 30;
  const filled = Math.round((done / total) * width);
  const line = `${what.padEnd(10)} ${'█'.repeat(filled)}${'·'.repeat(width - filled)} ${done} of ${total}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`);
  else if (done === total) console.log(line);
}

interface Found {
  total_sales: number;
  refunds: number;
  total_transactions: number;
  items_sold: number;
  /** The total sales of the exported workbook, in pence. */
  exported: number;
}

function compare(found: Found, sums: Sums): boolean {
  const rows: [string, string, string][] = [
    ['total sales', found.total_sales.toFixed(2), inPounds(sums.total_pence)],
    ['refunds', found.refunds.toFixed(2), inPounds(sums.refunds_pence)],
    ['transactions', String(found.total_transactions), String(sums.transactions)],
    ['items sold', String(found.items_sold), String(sums.items)],
    ['sales in xlsx', inPounds(found.exported), inPounds(sums.total_pence)],
  ];
  console.log(`\n${''.padEnd(14)}${'report'.padStart(12)}${'file'.padStart(12)}`);
  for (const [what, reported, computed] of rows) {
    console.log(
      `${what.padEnd(14)}${reported.padStart(12)}${computed.padStart(12)}  ${reported === computed ? 'agree' : 'DIFFER'}`,
    );
  }
  return rows.every(([, reported, computed]) => reported === computed);
}

function inPounds(pence: number): string {
  return `${Math.trunc(pence / 100)}.${String(pence % 100).padStart(2, '0')}`;
}
