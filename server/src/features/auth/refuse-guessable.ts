import { readFileSync } from 'node:fs';
import { invalidField } from '../../core/errors.ts';

const file = new URL('data/common-passwords.txt', import.meta.url);
let known: ReadonlySet<string> | undefined;

/** In lower case. Read from the file at the first use. */
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
  /** What an attacker may know about the user. */
  email: string;
  name?: string;
  merchant_name?: string | undefined;
}

const ours = 'tillhouse';

/**
 * Rejects common passwords and passwords derived from the user's own data, if the operator asks for it.
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
  // Digits and signs around a word do not make it another word.
  const word = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const mailbox = email.toLowerCase().split('@')[0] ?? '';
  const about = [email, mailbox, name, merchant_name, ours]
    .map((text) => text.toLowerCase().trim())
    .filter((text) => text !== '');
  if (about.some((text) => folded === text || (text.length >= 4 && word === text)))
    throw invalidField(field, 'is too easy to guess from what is known of you; choose another');
}
