import { readFileSync } from 'node:fs';
import { invalidField } from '../../../core/errors.ts';

const file = new URL(import.meta.resolve('@tillhouse/core/common-passwords.txt'));
let cached: ReadonlySet<string> | undefined;

/** In lower case. Read at the first use. */
export function commonPasswords(): ReadonlySet<string> {
  cached ??= new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return cached;
}

export interface ChosenPassword {
  password: string;
  /** An attacker may know this and the following data of the user. */
  email: string;
  name?: string;
  merchant_name?: string | undefined;
}

const service_name = 'tillhouse';

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
  const normalized = password.toLowerCase().trim();
  if (commonPasswords().has(normalized)) throw invalidField(field, 'is one that many people have; choose another');
  // Digits and punctuation before or after a word do not make it harder to guess.
  const word = normalized.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const mailbox = email.split('@')[0] ?? '';
  const personal = [email, mailbox, name, merchant_name, service_name].map((text) => text.toLowerCase().trim());
  if (personal.some((text) => normalized === text || (text.length >= 4 && word === text)))
    throw invalidField(field, 'is too easy to guess from what is known of you; choose another');
}
