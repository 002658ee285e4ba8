import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { normalEmail } from '../../kernel/email.ts';
import type { Language } from '../../kernel/language.ts';
import { invalidState } from '../../kernel/refusal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { findReceiptSource } from './read-receipt.ts';
import { buildReceipt } from './receipt.ts';
import { layOutReceipt, printedLines } from './receipt-layout.ts';
import { markReceiptRead } from './receipt-queries.ts';

const lifetime_ms = 7 * 24 * 60 * 60 * 1_000;
/** Phones show so many letters of one width in a line. */
const columns = 42;

interface ReceiptMail {
  sale_id: string;
  email: string;
  language: Language;
  /** Of the service: it seals what waits to be sent. Undefined where no mail server is set up. */
  secret: string | undefined;
}

/** Queues a mail with the receipt as text. It is a reading like any other: the first is the original. @throws Refusal NOT_FOUND, INVALID_STATE */
export async function sendReceipt(tx: Transaction, { actor, now }: Deed, { sale_id, email, language, secret }: ReceiptMail): Promise<void> {
  const source = await findReceiptSource(tx, actor, sale_id);
  if (secret === undefined) throw invalidState('This service sends no mail: no mail server is set up');
  const isFirst = await markReceiptRead(tx, source.sale.id, now);
  const printed = printedLines(layOutReceipt(buildReceipt(source, !isFirst), language), columns).map(({ text }) => text);
  const message = { kind: 'receipt', merchant_name: source.merchant.name, code: source.sale.code, printed } as const;
  const expires_at = new Date(Date.parse(now) + lifetime_ms).toISOString();
  await queueMail(tx, secret, { to: normalEmail(email), message, language, merchant_id: tx.merchant_id, expires_at }, now);
  tx.note({ action: 'receipt.sent', subject_id: source.sale.id, by: actor, now });
}
