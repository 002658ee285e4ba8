import { createKeyedQueue } from '../../../core/concurrency/keyed-queue.ts';
import type { Receipt } from './receipt.ts';

/** A receipt with more lines counts as large. A till must not wait for one. */
const linesAtOnce = 100;

/** Those that wait have a place for heavy work, so there are never many. */
const queue = createKeyedQueue(1);

export const isLarge = ({ lines }: Receipt): boolean => lines.length > linesAtOnce;

/** Renders the large receipts of a merchant one after another: each takes tens of MiB and seconds. */
export const inTurn = <Form>(merchant_id: string, receipt: Receipt, render: () => Promise<Form>): Promise<Form> =>
  isLarge(receipt) ? queue(merchant_id, render) : render();
