import { Group, TextInput } from '@mantine/core';
import { useI18n } from '../language/i18n.tsx';
import { useFollowed } from './followed.ts';

interface SpanFieldsProps {
  from: string | undefined;
  to: string | undefined;
  /** Told the day that was chosen, or that none is. */
  onChange(day: { from: string | undefined } | { to: string | undefined }): void;
}

/** First and last day of what is shown. */
export function SpanFields({ from, to, onChange }: SpanFieldsProps) {
  const { t } = useI18n();
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
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

/** Who types a day goes through others on the way: those that cannot be are passed over. */
function Day({ label, value, earliest, latest, onChoose }: DayProps) {
  const { typed, setTyped, sending } = useFollowed(value);
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
        sending(day);
        onChoose(day);
      }}
    />
  );
}
