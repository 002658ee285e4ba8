import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { numberOf } from '../../../design/forms/form-values.ts';
import { PercentField } from '../../../design/forms/number-fields.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import type { Merchant } from '../../../session/types.ts';
import { SettingsForm } from './settings-form.tsx';
import { taxExampleOf } from './settings-rules.ts';

export const taxModes = ['none', 'inclusive', 'exclusive'] as const;
type TaxMode = Merchant['tax_mode'];

/** Price of the example. */
const price = 100;

export function TaxSettings() {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const [mode, setMode] = useState<TaxMode>(merchant.tax_mode);
  const [rate, setRate] = useState(merchant.tax_rate);
  const inMoney = (amount: number) => money(amount, merchant.currency);
  const { onTop, total, inside } = taxExampleOf(price, rate);
  return (
    <SettingsForm
      title={t('shop.taxes')}
      read={({ tax_rate }) => ({ tax_mode: mode, tax_rate: numberOf(tax_rate) ?? merchant.tax_rate })}
      fields={['tax_mode', 'tax_rate']}
    >
      {(errors) => (
        <>
          <Radio.Group
            label={t('shop.taxMode')}
            value={mode}
            onChange={(next) => setMode(next as TaxMode)}
            error={errors.tax_mode}
          >
            <Stack gap="xs" mt="xs">
              {taxModes.map((value) => (
                <Radio key={value} value={value} label={t(`shop.taxMode.${value}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <PercentField
            name="tax_rate"
            label={t('shop.taxRate')}
            description={t('shop.taxRateHint')}
            required
            disabled={mode === 'none'}
            defaultValue={merchant.tax_rate}
            onValue={(next) => next !== undefined && setRate(next)}
            error={errors.tax_rate}
            maw={260}
          />
          {mode !== 'none' && (
            <Text size="sm" c="dimmed">
              {mode === 'exclusive'
                ? t('shop.taxExample.exclusive', {
                    price: inMoney(price),
                    total: inMoney(total),
                    tax: inMoney(onTop),
                  })
                : t('shop.taxExample.inclusive', { price: inMoney(price), tax: inMoney(inside) })}
            </Text>
          )}
        </>
      )}
    </SettingsForm>
  );
}
