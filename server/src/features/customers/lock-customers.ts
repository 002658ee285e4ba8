import type { Transaction } from '../../platform/database/handle.ts';
import { lockCustomers } from './queries.ts';

/** Locks customers until the transaction ends, so that none is edited while an import is undone. */
export const lockForUndo = (tx: Transaction, ids: readonly string[]): Promise<unknown> => lockCustomers(tx, ids);
