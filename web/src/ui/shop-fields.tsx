import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useSpeech } from '../language/language.tsx';

/** Money of any country, as the person's language calls it. */
export function CurrencyField(props: Omit<SelectProps, 'data' | 'label'>) {
  const { t, language } = useSpeech();
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} · ${names.of(code)}` }));
  }, [language]);
  return <Select name="currency" label={t('welcome.currency')} data={currencies} searchable allowDeselect={false} {...props} />;
}

/** A clock of any place. */
export function TimezoneField(props: Omit<SelectProps, 'data' | 'label'>) {
  const { t } = useSpeech();
  const { defaultValue } = props;
  // A clock that is kept is offered, however this browser calls it.
  const zones = useMemo(
    () => [...new Set(['UTC', ...(typeof defaultValue === 'string' ? [defaultValue] : []), ...Intl.supportedValuesOf('timeZone')])],
    [defaultValue],
  );
  return <Select name="timezone" label={t('welcome.timezone')} data={zones} searchable allowDeselect={false} {...props} />;
}
