import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from './api.generated.ts';
import type { Answer, CallArguments, ListName, OperationName, Row } from './calls.ts';
import { createClient } from './client.ts';

// tsc checks these types: `Same` whether two types are equal, and `Fits` whether one is assignable to the other.
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Fits<A, B> = [A] extends [B] ? true : false;
type First<Name extends OperationName> = CallArguments<Name>[0];

interface Sold {
  items: { product_id: string; quantity: number }[];
}

const isTrue: {
  responsesAreTyped: Same<Answer<'createProduct'>['data']['price'], number>;
  emptyResponseIsUndefined: Same<Answer<'deleteRecord'>, undefined>;
  responsesHaveTheEnvelope: Fits<Answer<'createProduct'>, { success: true; data: { sku: string } }>;
  nullableFieldsIncludeNull: Same<Row<'listProducts'>['barcode'], string | null>;
  enumsAreUnions: Fits<
    Answer<'getTransaction'>['data']['status'],
    'pending' | 'completed' | 'partially_refunded' | 'refunded' | 'voided'
  >;
  bodiesAreAssignable: Fits<{ body: Sold }, First<'createTransaction'>>;
  imagesAreBlobs: Fits<{ path: { id: string }; body: { file: Blob } }, First<'addProductImage'>>;
  listsNeedNoArguments: Fits<[], CallArguments<'listProducts'>>;
  sessionsAreAList: Fits<'listSessions', ListName>;
  filesAreBlobs: Same<Answer<'exportRecords'>, Blob>;
} = {
  responsesAreTyped: true,
  emptyResponseIsUndefined: true,
  responsesHaveTheEnvelope: true,
  nullableFieldsIncludeNull: true,
  enumsAreUnions: true,
  bodiesAreAssignable: true,
  imagesAreBlobs: true,
  listsNeedNoArguments: true,
  sessionsAreAList: true,
  filesAreBlobs: true,
};

const isFalse: {
  aRecordNeedsItsPath: Fits<[], CallArguments<'getProduct'>>;
  aSaleNeedsItems: Fits<{ body: { payment_method: 'cash' } }, First<'createTransaction'>>;
  anEnumIsNotAnyString: Fits<{ body: Sold & { payment_method: string } }, First<'createTransaction'>>;
  aProductIsNoList: Fits<'getProduct', ListName>;
  reportsAreNoList: Fits<'reportSales', ListName>;
  aReportNeedsBothDays: Fits<{ query: { start_date: string } }, First<'reportSales'>>;
} = {
  aRecordNeedsItsPath: false,
  aSaleNeedsItems: false,
  anEnumIsNotAnyString: false,
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
