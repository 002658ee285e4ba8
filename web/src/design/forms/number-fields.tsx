import { currencyDigits, largestAmount } from '@tillhouse/core/money';
import { useI18n } from '../../language/i18n.tsx';
import { languages } from '../../language/texts.ts';
import { currencySign, formatAmount, formatMoney, largestPriceIn, minorOf, readAmount } from '../../lib/amounts.ts';
import {
  formatNumber,
  percentDigits,
  readDecimalNumber,
  readPercent,
  readQuantity,
  type TypedNumber,
} from '../../lib/quantities.ts';
import { useSession } from '../../session/session.tsx';
import { explainRejection } from './number-rules.ts';
import { type NumberFieldProps, type ReadResult, TypedField } from './typed-field.tsx';

const useTag = () => languages[useI18n().language].tag;

interface AmountFieldProps extends NumberFieldProps {
  max?: number;
  /** A sum may be larger than a price, and a balance may also be below 0; default: a price. */
  of?: 'price' | 'sum' | 'balance';
}

/** Field for an amount in the shop's currency, in major units. */
export function AmountField({ max, of = 'price', ...props }: AmountFieldProps) {
  const i18n = useI18n();
  const tag = useTag();
  const { currency } = useSession().merchant;
  const largest = of === 'price' ? largestPriceIn(currency) : largestAmount;
  const limit = max === undefined ? largest : minorOf(max, currency);
  const shown = (minor: bigint) => formatAmount(minor, tag, currency);
  const read = (text: string): ReadResult => {
    const amount = readAmount(text, { tag, currency, max: limit, isSigned: of === 'balance' });
    if (amount.kind === 'empty') return amount;
    if (amount.kind === 'amount') {
      const { minor, value } = amount;
      return { kind: 'value', value, shown: shown(minor), formatted: formatMoney(minor, tag, currency) };
    }
    const message = explainRejection(i18n, {
      reason: amount.reason,
      meanings: (amount.meanings ?? []).map(shown),
      example: shown(minorOf(currencyDigits(currency) === 0 ? 1250 : 1250.5, currency)),
      digits: currencyDigits(currency),
      min: shown(0n),
      max: shown(limit),
    });
    return { kind: 'rejected', message };
  };
  return (
    <TypedField
      {...props}
      read={read}
      format={(value) => shown(minorOf(value, currency))}
      inputMode="decimal"
      unit={currencySign(tag, currency)}
    />
  );
}

interface Bounds {
  min?: number;
  max?: number;
}

/** Shared by the fields for numbers that are not amounts of money. */
function useNumbers(digits: number, example: number, { min = 0, max = 1_000_000_000 }: Bounds, sign = '') {
  const i18n = useI18n();
  const tag = useTag();
  const format = (value: number) => formatNumber(value, tag, digits);
  const readWith =
    (reader: (text: string, rules: { tag: string; min: number; max: number }) => TypedNumber) =>
    (text: string): ReadResult => {
      const typed = reader(text, { tag, min, max });
      if (typed.kind === 'empty') return typed;
      if (typed.kind === 'number')
        return { kind: 'value', value: typed.value, shown: format(typed.value), formatted: format(typed.value) + sign };
      const meanings = (typed.meanings ?? []).map(format);
      const rejection = {
        reason: typed.reason,
        meanings,
        example: format(example),
        digits,
        min: format(min),
        max: format(max),
      };
      return { kind: 'rejected', message: explainRejection(i18n, rejection) };
    };
  return { format, readWith };
}

/** Field for whole numbers such as pieces, points or days. The arrow keys change the value. */
export function QuantityField({ min, max, ...props }: NumberFieldProps & Bounds) {
  const { format, readWith } = useNumbers(0, 1_250, { min, max });
  return (
    <TypedField
      {...props}
      read={readWith(readQuantity)}
      format={format}
      inputMode={(min ?? 0) < 0 ? 'decimal' : 'numeric'}
      step={1}
    />
  );
}

export function PercentField({ min, max = 100, ...props }: NumberFieldProps & Bounds) {
  const { format, readWith } = useNumbers(percentDigits, 12.5, { min, max }, ' %');
  return (
    <TypedField
      {...props}
      read={readWith(readPercent)}
      format={format}
      inputMode="decimal"
      unit={{ sign: '%', isBefore: false }}
    />
  );
}

interface RateFieldProps extends NumberFieldProps, Bounds {
  digits: number;
  /** It is an amount of the shop's currency, with more decimals than the currency has. */
  isAmount?: boolean;
}

/** Field for a factor with several decimals, for example points for each unit of currency. */
export function RateField({ digits, min, max, isAmount = false, ...props }: RateFieldProps) {
  const tag = useTag();
  const { currency } = useSession().merchant;
  const unit = isAmount ? { unit: currencySign(tag, currency) } : {};
  const { format, readWith } = useNumbers(digits, 0.5, { min, max });
  const read = readWith((text, rules) => readDecimalNumber(text, { ...rules, digits }));
  return <TypedField {...props} {...unit} read={read} format={format} inputMode="decimal" />;
}
