import type { I18n } from '../../language/create-i18n.ts';
import type { NumberError } from '../../lib/quantities.ts';

export interface Rejection {
  reason: NumberError;
  /** Possible readings of an ambiguous text, formatted. */
  meanings: readonly string[];
  /** A correct input in this language. */
  example: string;
  digits: number;
  min: string;
  max: string;
}

/** Says why a number is rejected, and how to type it. */
export function explainRejection(
  { t, counted }: Pick<I18n, 't' | 'counted'>,
  { reason, meanings, example, digits, min, max }: Rejection,
): string {
  const [one, other] = meanings;
  switch (reason) {
    case 'ambiguous':
      return one !== undefined && other !== undefined
        ? t('number.ambiguous', { one, other })
        : t('number.unclear', { example });
    case 'notANumber':
      return t('number.notANumber', { example });
    case 'decimals':
      return digits === 0 ? t('number.whole') : counted('number.decimals', digits);
    case 'negative':
      return t('number.negative');
    case 'tooSmall':
      return t('number.atLeast', { limit: min });
    case 'tooLarge':
      return t('number.atMost', { limit: max });
  }
}

/** By how much an arrow key changes a number; `undefined` for other keys. */
export function stepOf(key: string, step: number): number | undefined {
  if (key === 'ArrowUp') return step;
  return key === 'ArrowDown' ? -step : undefined;
}
