import { Group } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { DayField } from './day-field.tsx';

interface DateRangeFieldsProps {
  from: string | undefined;
  to: string | undefined;
  /** Called with the chosen day, or `undefined` if the field was cleared. */
  onChange(day: { from: string | undefined } | { to: string | undefined }): void;
}

/** First and last day of a period. */
export function DateRangeFields({ from, to, onChange }: DateRangeFieldsProps) {
  const { t } = useI18n();
  return (
    <Group gap="xs" align="flex-start" className="date-range">
      <DayField label={t('days.from')} value={from} latest={to} onChoose={(day) => onChange({ from: day })} />
      <DayField label={t('days.to')} value={to} earliest={from} onChoose={(day) => onChange({ to: day })} />
    </Group>
  );
}
