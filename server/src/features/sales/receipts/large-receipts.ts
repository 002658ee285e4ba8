import { createKeyedSemaphore } from '../../../core/concurrency/keyed-semaphore.ts';
import { AppError } from '../../../core/errors.ts';
import type { Receipt } from './receipt.ts';

/** A receipt with more lines counts as large. A till must not wait for one. */
const linesAtOnce = 100;

/** Those that wait have a place for heavy work, so there are never many. */
const turns = createKeyedSemaphore({
  slots: 1,
  max_waiting: Number.POSITIVE_INFINITY,
  createError: () => new AppError('UNAVAILABLE', 'Too many receipts are printed at this moment'),
});

export const isLarge = ({ lines }: Receipt): boolean => lines.length > linesAtOnce;

/** Renders the large receipts of a merchant one after another: each takes tens of MiB and seconds. */
export async function inTurn<Form>(merchant_id: string, receipt: Receipt, render: () => Promise<Form>): Promise<Form> {
  if (!isLarge(receipt)) return render();
  const release = await turns.acquire(merchant_id);
  return render().finally(release);
}
