import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from './api.generated.ts';
import type { Answer, CallArguments, ListName, OperationName, Row } from './calls.ts';
import { createClient } from './client.ts';

/** Checked by tsc: whether two types are the same, and whether one is assignable to the other. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Fits<A, B> = [A] extends [B] ? true : false;
type First<Name extends OperationName> = CallArguments<Name>[0];

interface Sold {
  items: { product_id: string; quantity: number }[];
}

const isTrue: {
  answersAreTyped: Same<Answer<'createProduct'>['data']['price'], number>;
  nothingIsAnsweredEmpty: Same<Answer<'deleteRecord'>, undefined>;
  onlyTheEnvelopeIsAnswered: Fits<Answer<'createProduct'>, { success: true; data: { sku: string } }>;
  nullsAreNamed: Same<Row<'listProducts'>['barcode'], string | null>;
  wordsAreNamed: Fits<
    Answer<'getTransaction'>['data']['status'],
    'pending' | 'completed' | 'partially_refunded' | 'refunded' | 'voided'
  >;
  bodiesFit: Fits<{ body: Sold }, First<'createTransaction'>>;
  picturesAreBlobs: Fits<{ path: { id: string }; body: { file: Blob } }, First<'addProductImage'>>;
  listsMayBeAskedForNothing: Fits<[], CallArguments<'listProducts'>>;
  sessionsAreAList: Fits<'listSessions', ListName>;
  filesAreBlobs: Same<Answer<'exportRecords'>, Blob>;
} = {
  answersAreTyped: true,
  nothingIsAnsweredEmpty: true,
  onlyTheEnvelopeIsAnswered: true,
  nullsAreNamed: true,
  wordsAreNamed: true,
  bodiesFit: true,
  picturesAreBlobs: true,
  listsMayBeAskedForNothing: true,
  sessionsAreAList: true,
  filesAreBlobs: true,
};

const isFalse: {
  aRecordNeedsItsPath: Fits<[], CallArguments<'getProduct'>>;
  aSaleNeedsItems: Fits<{ body: { payment_method: 'cash' } }, First<'createTransaction'>>;
  aWordIsNotAnyText: Fits<{ body: Sold & { payment_method: string } }, First<'createTransaction'>>;
  aProductIsNoList: Fits<'getProduct', ListName>;
  reportsAreNoList: Fits<'reportSales', ListName>;
  aReportNeedsBothDays: Fits<{ query: { start_date: string } }, First<'reportSales'>>;
} = {
  aRecordNeedsItsPath: false,
  aSaleNeedsItems: false,
  aWordIsNotAnyText: false,
  aProductIsNoList: false,
  reportsAreNoList: false,
  aReportNeedsBothDays: false,
};

test('types accept valid calls and reject others', () => {
  assert.ok(Object.values(isTrue).every((fits) => fits));
  assert.ok(!Object.values(isFalse).some((fits) => fits));
});

test('every operation is a method', () => {
  const client = createClient({ baseUrl: 'http://till.invalid' });
  for (const name of Object.keys(operations) as OperationName[]) assert.equal(typeof client[name], 'function', name);
});
