import type { OperationContext } from '../../../core/actor.ts';
import { addMs } from '../../../core/clock.ts';
import { normalEmail } from '../../../core/email.ts';
import { invalidState } from '../../../core/errors.ts';
import type { Language } from '../../../core/language.ts';
import type { Database, Transaction } from '../../../platform/database/handle.ts';
import { paperColumns, printedLines } from '../../../platform/files/paper-rows.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { inTurn } from './large-receipts.ts';
import { readReceipt } from './read-receipt.ts';
import { layOutReceipt } from './receipt-layout.ts';
import { toPdf } from './receipt-pdf.ts';

const lifetime_ms = 7 * 24 * 60 * 60 * 1_000;

/** A receipt for a mail: as text and as a PDF. */
export interface RenderedReceipt {
  sale_id: string;
  code: string;
  merchant_name: string;
  printed: string[];
  pdf: Uint8Array;
}

interface ReceiptToRender extends Pick<OperationContext, 'actor' | 'now'> {
  sale_id: string;
  language: Language;
  /** Whether a mail server is set up. */
  sends_mail: boolean;
}

/**
 * Reads a receipt for a mail. Counts as a reading: the first one is the original.
 * @throws AppError NOT_FOUND, INVALID_STATE, UNAVAILABLE
 */
export const renderReceipt = (
  database: Database,
  { language, sends_mail, ...request }: ReceiptToRender,
): Promise<RenderedReceipt> =>
  readReceipt(database, request, async (receipt) => {
    if (!sends_mail) throw invalidState('This service sends no mail: no mail server is set up');
    return {
      sale_id: receipt.sale_id,
      code: receipt.code,
      merchant_name: receipt.shop.name,
      printed: printedLines(layOutReceipt(receipt, language), paperColumns).map(({ text }) => text),
      pdf: await inTurn(request.actor.merchant.id, receipt, () => toPdf(receipt, language)),
    };
  });

interface ReceiptMail {
  email: string;
  language: Language;
  /** The service's secret, which encrypts queued mails. */
  secret: string;
}

/** Queues a mail with a receipt. */
export async function sendReceipt(
  tx: Transaction,
  { actor, now }: OperationContext,
  { sale_id, code, merchant_name, printed, pdf }: RenderedReceipt,
  { email, language, secret }: ReceiptMail,
): Promise<void> {
  const message = { kind: 'receipt', merchant_name, code, printed } as const;
  const attachment = { file_name: `${code}.pdf`, media_type: 'application/pdf', bytes: pdf };
  const expires_at = addMs(now, lifetime_ms);
  const mail = { to: normalEmail(email), message, language, merchant_id: tx.merchant_id, expires_at, attachment };
  await queueMail(tx, secret, mail, now);
  tx.audit({ action: 'receipt.sent', subject_id: sale_id, by: actor, now });
}
