import type { Transaction } from '../../platform/database/handle.ts';
import { lockProducts } from './queries.ts';

/** Locks products and their variants until the transaction ends, so that none is edited while an import is undone. */
export const lockForUndo = (tx: Transaction, ids: readonly string[]): Promise<unknown> => lockProducts(tx, ids);
