import { openBrowser } from '../test/browser/browser.ts';
import { countMissed, printFigure } from './figures.ts';
import { type OpenShop, openService } from './setup/service.ts';
import { password } from './setup/shops.ts';

/**
 * `node bench/live.ts [--minutes 60]` leaves the dashboard of a shop open while a till sells every second, and prints the
 * memory of the page's objects and texts every five minutes, after a garbage collection. The first figure comes after
 * five minutes, when the page has shown everything once; the last one may be a tenth larger. What the browser keeps by
 * itself is not counted: compiled code, and what its own tools record of each request as long as they are connected.
 */
const minutes = Number(process.argv[process.argv.indexOf('--minutes') + 1]) || 60;
const every_ms = Math.min(5, minutes / 4) * 60_000;
const growth = 1.1;

const wait = (ms: number) => new Promise((later) => setTimeout(later, ms));

const service = await openService();
const browser = await openBrowser();
let isOpen = true;

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

const notOfThePage = new Set(['native', 'code', 'hidden', 'synthetic']);

/** Bytes of the objects, functions and texts of a page. */
function sizeOfObjects({ snapshot: { meta }, nodes }: HeapSnapshot): number {
  const [types] = meta.node_types;
  const size = meta.node_fields.indexOf('self_size');
  let sum = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length)
    if (!notOfThePage.has(types[nodes[at] ?? 0] ?? '')) sum += nodes[at + size] ?? 0;
  return sum;
}

async function sell({ token, ids }: OpenShop, number: number): Promise<void> {
  const answer = await fetch(`${service.testBed.url}/api/v1/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `sale-${number}`,
    },
    body: JSON.stringify({ items: [{ product_id: ids[number % ids.length], quantity: 1 }], payment_method: 'cash' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function sellOn(shop: OpenShop): Promise<number> {
  let sold = 0;
  while (isOpen) {
    await sell(shop, sold);
    sold += 1;
    await wait(1_000);
  }
  return sold;
}

try {
  const [shop] = await service.openShops(1, 1_000);
  if (shop === undefined) throw new Error('there is no shop');
  while ((await fetch(service.testBed.url)).status === 503) await wait(500);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${service.testBed.url}/sign-in`);
  await page.getByLabel('E-mail').fill(shop.email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('Performance.enable');
  const measure = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const chunks: string[] = [];
    const add = ({ chunk }: { chunk: string }) => chunks.push(chunk);
    devtools.on('HeapProfiler.addHeapSnapshotChunk', add);
    await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    devtools.off('HeapProfiler.addHeapSnapshotChunk', add);
    const { metrics } = await devtools.send('Performance.getMetrics');
    const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return {
      MiB: sizeOfObjects(JSON.parse(chunks.join(''))) / 2 ** 20,
      nodes: read('Nodes'),
      listeners: read('JSEventListeners'),
    };
  };
  const selling = sellOn(shop);
  const figures: Awaited<ReturnType<typeof measure>>[] = [];
  for (let passed_ms = every_ms; passed_ms <= minutes * 60_000; passed_ms += every_ms) {
    await wait(every_ms);
    const figure = await measure();
    figures.push(figure);
    console.log(
      `after ${(passed_ms / 60_000).toFixed(1)} min: ${figure.MiB.toFixed(2)} MiB, ${figure.nodes} nodes, ${figure.listeners} listeners`,
    );
  }
  isOpen = false;
  const sold = await selling;
  // The page must have shown all of them: otherwise it has stopped, and needs no memory.
  await page.locator('main').getByText(sold.toLocaleString('en'), { exact: true }).first().waitFor();
  const [first, last] = [figures[0], figures.at(-1)];
  if (first === undefined || last === undefined) throw new Error('nothing was measured');
  printFigure(`memory after ${minutes} minutes and ${sold} sales`, last.MiB / first.MiB, '× the first', growth);
  printFigure('nodes', last.nodes / first.nodes, '× the first', growth);
  if (countMissed() > 0) process.exitCode = 1;
} finally {
  isOpen = false;
  await browser.close();
  await service.close();
}
