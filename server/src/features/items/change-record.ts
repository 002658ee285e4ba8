import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { changeProduct } from '../catalogue/change-product.ts';
import type { ProductRow } from '../catalogue/lookup.ts';
import { productFieldsOf, type RecordFields } from './rules.ts';

/** Changes the fields that were sent. @throws Refusal NOT_FOUND, VALIDATION_ERROR, DUPLICATE, INSUFFICIENT_STOCK, INVALID_STATE */
export const changeRecord = (tx: Transaction, deed: Deed, { id, changes }: { id: string; changes: RecordFields }): Promise<ProductRow> =>
  changeProduct(tx, deed, { ...productFieldsOf(changes), id });
