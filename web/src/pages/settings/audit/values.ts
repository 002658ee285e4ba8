import { enWithAudit as en } from '../../../language/en-audit.ts';
import { useI18n } from '../../../language/i18n.tsx';
import type { TextName } from '../../../language/texts.ts';
import { useSession } from '../../../session/session.tsx';
import { browserOf } from '../../../ui/browser-of.ts';
import { useMethod } from '../../../ui/method.ts';
import { moneyFields, textsOf } from './fields.ts';

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats the value of a field. */
export function useValue(): (field: string, value: unknown) => string {
  const { t, money, moment, number } = useI18n();
  const { merchant, branches } = useSession();
  const methodOf = useMethod();
  const labelOf = useLabel();
  const known = (name: string, otherwise: string) => (name in en ? t(name as TextName) : otherwise);
  const branchOf = (id: string) => branches.find((branch) => branch.id === id)?.name ?? id;

  const ofText = (field: string, text: string): string => {
    if (field.endsWith('_at')) return moment(text, merchant.timezone);
    if (field === 'branch_id' || field === 'branch_ids') return branchOf(text);
    if (field === 'payment_method' || field === 'method') return methodOf(text);
    if (field === 'user_agent') return browserOf(text);
    for (const family of textsOf[field] ?? []) if (`${family}.${text}` in en) return known(`${family}.${text}`, text);
    return text;
  };
  /** Formats a nested record, such as a line of a sale or refund. */
  const ofFields = (fields: Record<string, unknown>): string => {
    if (typeof fields.name === 'string' && typeof fields.quantity === 'number')
      return `${number(fields.quantity)} × ${fields.name}`;
    const shown = Object.entries(fields).filter(([name, value]) => isShown(name, value));
    // A user is shown by name only.
    if (shown.length === 1 && typeof fields.name === 'string') return fields.name;
    return shown.map(([name, value]) => `${labelOf(name)}: ${wordsOf(name, value)}`).join(' · ');
  };
  const wordsOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return t(value ? 'app.yes' : 'app.no');
    if (typeof value === 'number') return moneyFields.has(field) ? money(value, merchant.currency) : number(value);
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((each) => wordsOf(field, each)).join(', ');
    return isFields(value) ? ofFields(value) : ofText(field, String(value));
  };
  return wordsOf;
}

/** Names a field; an unknown field keeps the service's name. */
export function useLabel(): (field: string) => string {
  const { t } = useI18n();
  return (field) => {
    const name = `field.${field}`;
    return name in en ? t(name as TextName) : field.replaceAll('_', ' ');
  };
}

/** Whether a field is shown. Ids are hidden, apart from those that are replaced by a name. */
export const isShown = (field: string, value: unknown): boolean =>
  field !== 'id' && (!field.endsWith('_id') || field === 'branch_id') && field !== 'updated_at' && value !== undefined;
