import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useMemo } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { type Choice, findChoices } from '../../lib/choices.ts';

type FieldProps = Omit<SelectProps, 'data' | 'label'>;

interface SearchableSelectProps extends FieldProps {
  name: string;
  label: string;
  choices: Choice[];
}

/**
 * Select with search for long lists. Typing replaces the choice, and Enter takes the best match instead of submitting
 * the form.
 */
function SearchableSelect({ choices, ...props }: SearchableSelectProps) {
  const { t } = useI18n();
  const labels = useMemo(() => new Set(choices.map(({ label }) => label)), [choices]);
  // Enter belongs to the open list, also in the moment before one of its options is marked.
  const preventSubmit = (event: KeyboardEvent<HTMLInputElement>) => {
    const { dataset, value } = event.currentTarget;
    if (event.key === 'Enter' && (dataset.expanded !== undefined || !labels.has(value))) event.preventDefault();
  };
  return (
    <Select
      data={choices}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage={t('choice.none')}
      filter={({ options, search }) => findChoices(options as ComboboxItem[], search)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onClick={({ currentTarget }) => currentTarget.select()}
      onKeyDown={preventSubmit}
      {...props}
    />
  );
}

/** Choice of a currency, named in the page's language. */
export function CurrencyField(props: FieldProps) {
  const { t, language } = useI18n();
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} – ${names.of(code)}` }));
  }, [language]);
  return <SearchableSelect name="currency" label={t('welcome.currency')} choices={currencies} {...props} />;
}

/** Choice of a time zone. */
export function TimezoneField(props: FieldProps) {
  const { t } = useI18n();
  const { defaultValue } = props;
  // Offer the stored zone even if this browser lists it under another name.
  const zones = useMemo(
    () => [
      ...new Set([
        'UTC',
        ...(typeof defaultValue === 'string' ? [defaultValue] : []),
        ...Intl.supportedValuesOf('timeZone'),
      ]),
    ],
    [defaultValue],
  );
  const choices = useMemo(() => zones.map((zone) => ({ value: zone, label: zone })), [zones]);
  return <SearchableSelect name="timezone" label={t('welcome.timezone')} choices={choices} {...props} />;
}
