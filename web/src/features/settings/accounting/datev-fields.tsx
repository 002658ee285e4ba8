import { Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Card } from '../../../design/card.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { languages } from '../../../language/texts.ts';
import type { Accounts } from './accounts-rules.ts';

interface DatevFieldsProps {
  datev: Accounts['datev'];
  errors: Readonly<Record<string, string>>;
}

/** The numbers that a file for DATEV needs: all or none. */
export function DatevFields({ datev, errors }: DatevFieldsProps) {
  const { t, language } = useI18n();
  const [isNeeded, setNeeded] = useState(datev !== null);
  const months = useMemo(() => {
    const names = new Intl.DateTimeFormat(languages[language].tag, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => ({
      value: String(month + 1),
      label: names.format(Date.UTC(2026, month)),
    }));
  }, [language]);
  const digits = { required: true, inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <Card title={t('accounting.datev')}>
      <Stack>
        <Switch
          name="for_datev"
          label={t('accounting.forDatev')}
          description={t('accounting.forDatevHint')}
          checked={isNeeded}
          onChange={({ currentTarget }) => setNeeded(currentTarget.checked)}
        />
        {isNeeded && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              {...digits}
              name="consultant_number"
              label={t('accounting.consultant')}
              maxLength={7}
              defaultValue={datev?.consultant_number}
              error={errors.consultant_number}
            />
            <TextInput
              {...digits}
              name="client_number"
              label={t('accounting.client')}
              maxLength={5}
              defaultValue={datev?.client_number}
              error={errors.client_number}
            />
            <Select
              name="fiscal_year_month"
              label={t('accounting.month')}
              allowDeselect={false}
              data={months}
              defaultValue={String(datev?.fiscal_year_month ?? 1)}
              error={errors.fiscal_year_month}
            />
            <Select
              name="account_length"
              label={t('accounting.digits')}
              allowDeselect={false}
              data={['4', '5', '6', '7', '8']}
              defaultValue={String(datev?.account_length ?? 4)}
              error={errors.account_length}
            />
          </SimpleGrid>
        )}
      </Stack>
    </Card>
  );
}
