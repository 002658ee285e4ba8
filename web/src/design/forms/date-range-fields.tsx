import { Group, TextInput } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { useAddressText } from '../lists/use-address-text.ts';

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
    <Group gap="xs" align="flex-end">
      <Day label={t('days.from')} value={from} latest={to} onChoose={(day) => onChange({ from: day })} />
      <Day label={t('days.to')} value={to} earliest={from} onChoose={(day) => onChange({ to: day })} />
    </Group>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  earliest?: string | undefined;
  latest?: string | undefined;
  onChoose(day: string | undefined): void;
}

/** While the user types a date, incomplete and invalid values are not applied. */
function Day({ label, value, earliest, latest, onChoose }: DayProps) {
  const { typed, setTyped, markSent } = useAddressText(value);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      min={earliest}
      max={latest}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (!currentTarget.validity.valid) return;
        const day = currentTarget.value || undefined;
        markSent(day);
        onChoose(day);
      }}
    />
  );
}
