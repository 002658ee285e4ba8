import { Group } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { DayField } from './day-field.tsx';

interface DateRangeFieldsProps {
  from: string | undefined;
  to: string | undefined;
  /** Called with the chosen day, or `undefined` if the field was cleared. */
  onChange(day: { from: string | undefined } | { to: string | undefined }): void;
  /** Labels of the two fields, where a page has another period, too. */
  labels?: { from: string; to: string };
}

/** First and last day of a period. */
export function DateRangeFields({ from, to, onChange, labels }: DateRangeFieldsProps) {
  const { t } = useI18n();
  const named = labels ?? { from: t('days.from'), to: t('days.to') };
  return (
    <Group gap="xs" align="flex-start" className="date-range">
      <DayField label={named.from} value={from} latest={to} onChoose={(day) => onChange({ from: day })} />
      <DayField label={named.to} value={to} earliest={from} onChoose={(day) => onChange({ to: day })} />
    </Group>
  );
}
