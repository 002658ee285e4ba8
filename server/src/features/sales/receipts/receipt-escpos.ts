import type { Language } from '../../../core/language.ts';
import type { Receipt } from './receipt.ts';
import { layOutReceipt, printedLines } from './receipt-layout.ts';

/** Characters per line of 80 mm paper on most printers. */
const columns = 42;

/**
 * ESC/POS commands for a receipt printer. They open the drawer for an original paid in cash, and cut the paper at the
 * end.
 * A character that no code page of the printer has is printed as a question mark. The library is loaded with the first
 * receipt.
 */
export async function toEscPos(receipt: Receipt, language: Language): Promise<Uint8Array> {
  const { default: ReceiptPrinterEncoder } = await import('@point-of-sale/receipt-printer-encoder');
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, feedBeforeCut: 4 });
  encoder.initialize().codepage('auto');
  if (!receipt.is_copy && receipt.payments.some(({ method }) => method === 'cash')) encoder.pulse();
  for (const { text, is_strong } of printedLines(layOutReceipt(receipt, language), columns))
    encoder.bold(is_strong).line(text);
  return encoder.bold(false).cut().encode();
}
