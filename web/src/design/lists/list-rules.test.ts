import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from './column.ts';
import {
  cellClass,
  columnsThatFit,
  laterPagesOf,
  minWidthOf,
  pageOf,
  placeInPage,
  rowsOfPage,
  selectionState,
  shownRows,
} from './list-rules.ts';

test('finds a row by its page and its place there', () => {
  // The largest page that the service returns.
  assert.equal(rowsOfPage, 100);
  for (const [index, page, place] of [
    [0, 1, 0],
    [99, 1, 99],
    [100, 2, 0],
    [250, 3, 50],
  ] as const)
    assert.deepEqual([pageOf(index), placeInPage(index)], [page, place]);
});

test('loads each visible page once, and the first one not again', () => {
  assert.deepEqual(laterPagesOf([98, 99, 100, 101, 199, 200]), [2, 3]);
  assert.deepEqual(laterPagesOf([]), []);
});

test('adds the smallest widths of the columns', () => {
  assert.equal(minWidthOf(['minmax(180px, 2fr)', '40px', 'auto']), 220);
});

test('knows whether none, some or all rows are selected', () => {
  const states = [selectionState(0, 0), selectionState(0, 2), selectionState(1, 2), selectionState(2, 2)];
  assert.deepEqual(states, ['none', 'none', 'some', 'all']);
  // A row that was selected may have been deleted since.
  assert.equal(selectionState(3, 2), 'all');
});

test('shows no more rows than the height of an element has room for', () => {
  assert.equal(shownRows(12, 44), 12);
  assert.equal(shownRows(2_000_000, 44), 500_000);
  assert.equal(shownRows(2_000_000, 100), 300_000);
});

test('names the place of a cell on a phone', () => {
  assert.equal(cellClass(), 'list-cell on-detail');
  assert.equal(cellClass('figure', true), 'list-cell on-figure number figures');
});

test('leaves out what does not fit: what a phone hides first, then details, each from the last', () => {
  const column = (id: string, phone?: Column<string>['phone']): Column<string> => ({
    id,
    title: id,
    width: 'minmax(100px, 1fr)',
    ...(phone === undefined ? {} : { phone }),
    show: () => id,
  });
  const columns = [
    column('name', 'title'),
    column('sku', 'hidden'),
    column('place'),
    column('amount', 'figure'),
    column('reserved', 'hidden'),
    column('who'),
    column('change', 'action'),
  ];
  const idsIn = (width_px?: number) => columnsThatFit(columns, width_px).map(({ id }) => id);
  const all = columns.map(({ id }) => id);
  assert.deepEqual(idsIn(), all, 'before it is measured');
  assert.deepEqual(idsIn(700), all);
  assert.deepEqual(idsIn(699), ['name', 'sku', 'place', 'amount', 'who', 'change']);
  assert.deepEqual(idsIn(500), ['name', 'place', 'amount', 'who', 'change']);
  assert.deepEqual(idsIn(400), ['name', 'place', 'amount', 'change']);
  assert.deepEqual(idsIn(100), ['name', 'amount', 'change'], 'these stay, and the list scrolls');
});
