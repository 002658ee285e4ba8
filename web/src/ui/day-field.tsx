import { TextInput } from '@mantine/core';

interface DayFieldProps {
  label: string;
  value: string | undefined;
  earliest?: string | undefined;
  latest?: string | undefined;
  onChoose(day: string | undefined): void;
}

/** A day that a list begins or ends with. */
export const DayField = ({ label, value, earliest, latest, onChoose }: DayFieldProps) => (
  <TextInput
    type="date"
    label={label}
    // By its own value: who types a day goes through others on the way.
    key={value === undefined ? 'any' : 'some'}
    defaultValue={value}
    min={earliest}
    max={latest}
    onChange={({ currentTarget }) => currentTarget.validity.valid && onChoose(currentTarget.value || undefined)}
  />
);
