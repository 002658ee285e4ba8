import { readFileSync } from 'node:fs';
import { invalidField } from '../../core/errors.ts';

const file = new URL('data/common-passwords.txt', import.meta.url);
let known: ReadonlySet<string> | undefined;

/** In lower case. Read once, when the first password is chosen. */
export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return known;
}

export interface ChosenPassword {
  password: string;
  /** What whoever guesses knows of the person. */
  email: string;
  name?: string;
  merchant_name?: string | undefined;
}

const ours = 'tillhouse';

/**
 * Refuses what is guessed first, where the operator wants that: what many people have, and what is known of whoever chose it.
 * @throws AppError VALIDATION_ERROR on the field
 */
export function refuseGuessable(
  { common_passwords }: { common_passwords: boolean },
  field: string,
  { password, email, name = '', merchant_name = '' }: ChosenPassword,
): void {
  if (common_passwords) return;
  const folded = password.toLowerCase().trim();
  if (commonPasswords().has(folded)) throw invalidField(field, 'is one that many people have; choose another');
  // With digits and signs around it, it is the same word.
  const word = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const mailbox = email.toLowerCase().split('@')[0] ?? '';
  const about = [email, mailbox, name, merchant_name, ours].map((text) => text.toLowerCase().trim()).filter((text) => text !== '');
  if (about.some((text) => folded === text || (text.length >= 4 && word === text)))
    throw invalidField(field, 'is too easy to guess from what is known of you; choose another');
}
