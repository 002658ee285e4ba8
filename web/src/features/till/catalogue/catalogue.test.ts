import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogue, type SyncPage } from './catalogue.ts';
import type { CatalogueRow, SyncRecord } from './catalogue-row.ts';
import type { CatalogueStore, Progress } from './catalogue-store.ts';

const product = (id: string, part: object = {}) =>
  ({
    kind: 'product',
    id,
    sku: id.toUpperCase(),
    name: id,
    price: 4,
    tax_rate: null,
    parent_id: null,
    status: 'active',
    barcode: null,
    ...part,
  }) as SyncRecord;
const gone = (id: string): SyncRecord => ({ kind: 'product', id, deleted: true });

/** A device whose tabs share one catalogue. */
function createDevice() {
  const device = {
    rows: new Map<string, CatalogueRow>(),
    progress: undefined as Progress | undefined,
    isBroken: false,
    opened: 0,
  };
  const check = () => {
    if (device.isBroken) throw new Error('broken');
  };
  const clear = () => {
    device.rows.clear();
    device.progress = undefined;
  };
  const store: CatalogueStore = {
    async progress() {
      check();
      return device.progress;
    },
    async write(expected_cursor, { put, remove }, progress) {
      check();
      if (device.progress?.cursor !== expected_cursor) return false;
      for (const row of put) device.rows.set(row.id, row);
      for (const id of remove) device.rows.delete(id);
      device.progress = progress;
      return true;
    },
    async clear(expected_cursor) {
      if (device.progress?.cursor === expected_cursor) clear();
    },
    async find({ barcodes, skus, ids, variants_of }) {
      check();
      const rows = [...device.rows.values()].filter(
        ({ id, sku, barcode, parent_id }) =>
          ids.includes(id) ||
          skus.includes(sku) ||
          barcodes.includes(barcode ?? '') ||
          variants_of.includes(parent_id ?? ''),
      );
      const parents = rows.flatMap(({ parent_id }) => device.rows.get(parent_id ?? '') ?? []);
      return { progress: device.progress, rows, parents };
    },
    close: () => undefined,
    async destroy() {
      clear();
    },
  };
  return Object.assign(device, {
    open: async () => {
      device.opened += 1;
      return store;
    },
  });
}

type Pages = Record<string, SyncPage | undefined>;

/** A tab of this device. Its service returns these pages by cursor; the first page has the cursor ''. */
function createTab(
  device: ReturnType<typeof createDevice>,
  pages: Pages,
  options: { openStore?: () => Promise<CatalogueStore> } = {},
) {
  const { signal } = new AbortController();
  const tab = { asked: [] as string[], now: 1_000, changes: 0, beforeAnswer: async () => undefined as unknown };
  const catalogue = createCatalogue({
    openStore: options.openStore ?? device.open,
    async readPage(cursor = '') {
      tab.asked.push(cursor);
      await tab.beforeAnswer();
      return pages[cursor];
    },
    withLock: (work) => work(),
    pause: async () => undefined,
    timeout: () => new Promise(() => undefined),
    now: () => tab.now,
    onChange: () => {
      tab.changes += 1;
    },
  });
  return Object.assign(tab, {
    catalogue,
    update: () => catalogue.update(signal),
    find: async (code: string) => (await catalogue.find(code))?.price,
  });
}

const page = (cursor: string, records: SyncRecord[], has_more = false): SyncPage => ({ cursor, records, has_more });

test('reads the catalogue page by page, and finds products only when all pages are read', async () => {
  const device = createDevice();
  const tab = createTab(device, {
    '': page('1', [product('mug')], true),
    1: page('2', [product('cup')]),
    2: page('2', []),
  });
  assert.equal(await tab.find('mug'), undefined);
  let found_halfway: number | undefined = 0;
  tab.beforeAnswer = async () => {
    if (tab.asked.at(-1) === '1') found_halfway = await tab.find('mug');
  };
  await tab.update();
  assert.equal(found_halfway, undefined);
  assert.deepEqual([await tab.find('mug'), await tab.find('CUP'), await tab.find('vase')], [4, 4, undefined]);
  await tab.update();
  assert.deepEqual(tab.asked, ['', '1', '2']);
});

test('finds a product with its variants', async () => {
  const tab = createTab(createDevice(), {
    '': page('1', [product('mug'), product('red', { parent_id: 'mug' }), product('cup')]),
  });
  assert.equal(await tab.catalogue.findWithVariants('mug'), undefined);
  await tab.update();
  const names = async (id: string) => (await tab.catalogue.findWithVariants(id))?.map(({ name }) => name);
  assert.deepEqual([await names('mug'), await names('vase')], [['mug', 'mug - red'], undefined]);
});

test('continues where a closed tab stopped', async () => {
  const device = createDevice();
  const pages = { '': page('1', [product('mug')], true), 1: page('2', [product('cup')]) };
  const left = createTab(device, pages);
  left.beforeAnswer = async () => {
    if (left.asked.at(-1) === '1') throw new Error('the page was closed');
  };
  await assert.rejects(left.update(), /closed/);
  const next = createTab(device, pages);
  await next.update();
  assert.deepEqual([next.asked, await next.find('mug'), await next.find('cup')], [['1'], 4, 4]);
});

test('a complete catalogue stays in use while changes are read page by page', async () => {
  const device = createDevice();
  const tab = createTab(device, {
    '': page('1', [product('mug')]),
    1: page('2', [product('mug', { price: 5 })], true),
    2: page('3', [product('cup')]),
  });
  await tab.update();
  let meanwhile: number | undefined;
  tab.beforeAnswer = async () => {
    if (tab.asked.at(-1) === '2') meanwhile = await tab.find('mug');
  };
  await tab.update();
  assert.deepEqual([meanwhile, await tab.find('cup')], [5, 4]);
});

test('applies changes and deletions, and reports them', async () => {
  const device = createDevice();
  const pages: Pages = { '': page('1', [product('mug'), product('cup')]), 1: page('1', []) };
  const tab = createTab(device, pages);
  await tab.update();
  await tab.update();
  assert.equal(tab.changes, 1);
  pages[1] = page('2', [product('mug', { price: 5 }), gone('cup')]);
  await tab.update();
  assert.deepEqual([await tab.find('mug'), await tab.find('cup'), tab.changes], [5, undefined, 2]);
});

test('clears the catalogue and reads it again when the cursor has expired', async () => {
  const device = createDevice();
  const pages: Pages = { '': page('1', [product('mug'), product('cup')]), 1: undefined };
  const tab = createTab(device, pages);
  await tab.update();
  pages[''] = page('9', [product('mug', { price: 6 })]);
  await tab.update();
  assert.deepEqual([tab.asked, await tab.find('mug'), await tab.find('cup')], [['', '1', ''], 6, undefined]);
});

test('does not write a page again that another tab has written', async () => {
  const device = createDevice();
  const pages = { '': page('1', [product('mug')]), 1: page('2', [product('mug', { price: 5 })]), 2: page('2', []) };
  const first = createTab(device, pages);
  const second = createTab(device, pages);
  // The second tab overtakes the first, which waits for its first page.
  first.beforeAnswer = async () => {
    first.beforeAnswer = async () => undefined;
    await second.update();
    await second.update();
  };
  await first.update();
  assert.deepEqual([await first.find('mug'), await second.find('mug'), first.asked], [5, 5, ['', '2']]);
});

test('finds a product by its id, whatever its SKU means today', async () => {
  const renamed = [product('mug', { sku: 'CUP' }), product('cup', { sku: 'OTHER', price: 9 })];
  const tab = createTab(createDevice(), { '': page('1', [...renamed, product('old', { status: 'inactive' })]) });
  await tab.update();
  const { findById } = tab.catalogue;
  assert.deepEqual([(await findById('cup'))?.price, (await findById('mug'))?.sku], [9, 'CUP']);
  assert.deepEqual([await findById('old'), await findById('vase')], [undefined, undefined]);
});

test('finds nothing after a rejected price until a later update has ended', async () => {
  const device = createDevice();
  const pages: Pages = { '': page('1', [product('mug')]), 1: page('1', []) };
  const tab = createTab(device, pages);
  await tab.update();
  tab.beforeAnswer = async () => tab.catalogue.invalidate();
  await tab.update();
  assert.equal(await tab.find('mug'), undefined);
  tab.beforeAnswer = async () => undefined;
  pages[1] = page('2', [product('mug', { price: 5 })]);
  await tab.update();
  assert.equal(await tab.find('mug'), 5);
});

test('finds nothing ten minutes after the last update', async () => {
  const tab = createTab(createDevice(), { '': page('1', [product('mug')]), 1: page('1', []) });
  await tab.update();
  tab.now += 599_999;
  assert.equal(await tab.find('mug'), 4);
  tab.now += 1;
  assert.equal(await tab.find('mug'), undefined);
  await tab.update();
  assert.equal(await tab.find('mug'), 4);
  tab.now = 0;
  assert.equal(await tab.find('mug'), undefined, 'the clock was set back');
});

test('discards a corrupt store and fills it again, once', async () => {
  const device = createDevice();
  const tab = createTab(device, { '': page('1', [product('mug')]), 1: page('1', []) });
  await tab.update();
  device.isBroken = true;
  assert.equal(await tab.find('mug'), undefined);
  device.isBroken = false;
  await tab.update();
  assert.deepEqual([await tab.find('mug'), tab.asked, device.opened], [4, ['', ''], 2]);
  device.isBroken = true;
  await tab.update();
  device.isBroken = false;
  await tab.update();
  assert.deepEqual([await tab.find('mug'), tab.asked.length], [undefined, 2]);
});

test('sends no requests if the browser has no storage', async () => {
  let tries = 0;
  const refuse = async () => {
    tries += 1;
    throw new Error('SecurityError');
  };
  const tab = createTab(createDevice(), { '': page('1', [product('mug')]) }, { openStore: refuse });
  assert.equal(await tab.find('mug'), undefined);
  await tab.update();
  assert.deepEqual([await tab.find('mug'), tab.asked, tries], [undefined, [], 1]);
});

test('delays only one scan when the store is slow, and uses the store again after it responds', async () => {
  const device = createDevice();
  const tab = createTab(device, { '': page('1', [product('mug')]) });
  await tab.update();
  const { promise: store, resolve: open } = Promise.withResolvers<CatalogueStore>();
  let waits = 0;
  let timeout = Promise.resolve();
  const catalogue = createCatalogue({
    openStore: () => store,
    readPage: async () => undefined,
    withLock: (work) => work(),
    pause: async () => undefined,
    timeout() {
      waits += 1;
      return timeout;
    },
    now: () => tab.now,
    onChange: () => undefined,
  });
  assert.equal(await catalogue.find('mug'), undefined);
  assert.equal(await catalogue.find('mug'), undefined);
  assert.equal(waits, 1);
  open(await device.open());
  timeout = new Promise(() => undefined);
  await new Promise(setImmediate);
  assert.equal((await catalogue.find('mug'))?.price, 4);
});
