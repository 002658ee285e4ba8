/** What the typed text asks to be done. */
export type Intent =
  | { act: 'refund' | 'void'; code: string }
  /** A change of stock; `change` is a difference. */
  | { act: 'adjust'; product: string; change: number }
  | { act: 'invite'; email: string };

/** The words for each act in the language of the page, separated by commas. English ones always work. */
export type ActWords = Readonly<Record<Intent['act'] | 'add', string>>;

const english: ActWords = { refund: 'refund', void: 'void', adjust: 'adjust', add: 'add', invite: 'invite' };

/**
 * Reads an act from what is typed: `refund ZSM6GK`, `void ZSM6GK`, `adjust mug +12`, `add 12 mug`, `invite ann@example.com`.
 * Undefined while something is missing, or if the text is only a search.
 */
export function intentOf(typed: string, words: ActWords): Intent | undefined {
  const [, first = '', rest = ''] = /^\s*(\S+)\s+(.*?)\s*$/.exec(typed) ?? [];
  const is = (act: keyof ActWords) =>
    `${english[act]},${words[act]}`.split(',').some((word) => word.trim().toLowerCase() === first.toLowerCase());
  if (rest === '') return undefined;
  if (is('refund') || is('void'))
    return isCode(rest) ? { act: is('refund') ? 'refund' : 'void', code: rest } : undefined;
  if (is('invite')) return /^\S+@\S+$/.test(rest) ? { act: 'invite', email: rest } : undefined;
  if (is('adjust')) return changeIn(/^(?<product>.+?)\s+(?<change>[+−-]\d{1,9})$/.exec(rest));
  if (is('add')) return changeIn(/^(?<change>\d{1,9})\s+(?<product>.+)$/.exec(rest));
  return undefined;
}

function changeIn(match: RegExpExecArray | null): Intent | undefined {
  const { product = '', change = '' } = match?.groups ?? {};
  const number = Number(change.replace('−', '-'));
  return product.length < 2 || !Number.isInteger(number) || number === 0
    ? undefined
    : { act: 'adjust', product, change: number };
}

/** Whether a sale can be refunded or voided, as far as a list tells. Its page and the service decide. */
export const canTry = (act: 'refund' | 'void', { status }: { status: string }): boolean =>
  status === 'completed' || (act === 'refund' && status === 'partially_refunded');

/** Whether a text may be the code of a sale, such as `261127-ZSM6GK`, or an end of one. */
export const isCode = (text: string): boolean => /^(?=.*\d|[A-Z]{4})[0-9A-Z-]{4,20}$/i.test(text.trim());
