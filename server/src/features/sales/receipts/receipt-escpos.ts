import type { Language } from '../../../core/language.ts';
import { encodeEscPos } from '../../../platform/files/encode-escpos.ts';
import { paperColumns as columns, printedLines } from '../../../platform/files/paper-rows.ts';
import { writeEscPos } from '../../../platform/files/write-escpos.ts';
import { isLarge } from './large-receipts.ts';
import type { Receipt } from './receipt.ts';
import { layOutReceipt } from './receipt-layout.ts';

/**
 * ESC/POS commands for a receipt printer. They open the drawer for an original paid in cash, and cut the paper at the
 * end. Those of a large receipt are made in a thread.
 * @throws AppError UNAVAILABLE if too many wait for a thread
 */
export function toEscPos(receipt: Receipt, language: Language): Promise<Uint8Array> {
  const paper = {
    lines: printedLines(layOutReceipt(receipt, language), columns),
    columns,
    opens_drawer: !receipt.is_copy && receipt.payments.some(({ method }) => method === 'cash'),
  } as const;
  return isLarge(receipt) ? writeEscPos(paper) : encodeEscPos(paper);
}
