import { browserOf } from '../../../design/browser-of.ts';
import { usePaymentMethodName } from '../../../design/payment-method-name.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { isShown, moneyFields, textPrefixes } from './fields.ts';

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats the value of a field. */
export function useFormatValue(): (field: string, value: unknown) => string {
  const { t, isText, money, dateTime, number } = useI18n();
  const { merchant, branches } = useSession();
  const methodName = usePaymentMethodName();
  const labelOf = useFieldLabel();
  const branchOf = (id: string) => branches.find((branch) => branch.id === id)?.name ?? id;

  const formatText = (field: string, text: string): string => {
    if (field.endsWith('_at')) return dateTime(text, merchant.timezone);
    if (field === 'branch_id' || field === 'branch_ids') return branchOf(text);
    if (field === 'payment_method' || field === 'method') return methodName(text);
    if (field === 'user_agent') return browserOf(text);
    const name = textPrefixes[field]?.map((prefix) => `${prefix}.${text}`).find(isText);
    return name === undefined ? text : t(name);
  };
  /** Formats a nested record, such as a line of a sale or refund. */
  const formatFields = (fields: Record<string, unknown>): string => {
    if (typeof fields.name === 'string' && typeof fields.quantity === 'number')
      return `${number(fields.quantity)} × ${fields.name}`;
    const shown = Object.entries(fields).filter(([name, value]) => isShown(name, value));
    // A user is shown by name only.
    if (shown.length === 1 && typeof fields.name === 'string') return fields.name;
    return shown.map(([name, value]) => `${labelOf(name)}: ${formatValue(name, value)}`).join(' · ');
  };
  const formatValue = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return t(value ? 'app.yes' : 'app.no');
    if (typeof value === 'number') return moneyFields.has(field) ? money(value, merchant.currency) : number(value);
    if (Array.isArray(value))
      return value.length === 0 ? '–' : value.map((each) => formatValue(field, each)).join(', ');
    return isFields(value) ? formatFields(value) : formatText(field, String(value));
  };
  return formatValue;
}

/** Names a field; an unknown field keeps the service's name. */
export function useFieldLabel(): (field: string) => string {
  const { t, isText } = useI18n();
  return (field) => {
    const name = `field.${field}`;
    return isText(name) ? t(name) : field.replaceAll('_', ' ');
  };
}
