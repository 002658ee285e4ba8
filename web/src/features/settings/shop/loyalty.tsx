import { SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { numberOf } from '../../../design/forms/form-values.ts';
import { AmountField, RateField } from '../../../design/forms/number-fields.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { SettingsForm } from './settings-form.tsx';
import { pointsExampleOf } from './settings-rules.ts';

const tiers = ['silver', 'gold', 'platinum'] as const;

/** Points, their value, and the thresholds of the tiers. */
export function LoyaltySettings() {
  const { t, money, number } = useI18n();
  const { merchant } = useSession();
  const { currency, loyalty_tiers } = merchant;
  const [rate, setRate] = useState(merchant.loyalty_rate);
  const [value, setValue] = useState(merchant.point_value);
  const { paid, points, worth } = pointsExampleOf(currency, { rate, value });
  return (
    <SettingsForm
      title={t('shop.loyalty')}
      read={(texts) => ({
        loyalty_rate: numberOf(texts.loyalty_rate) ?? merchant.loyalty_rate,
        point_value: numberOf(texts.point_value) ?? merchant.point_value,
        loyalty_tiers: {
          silver: numberOf(texts.silver) ?? loyalty_tiers.silver,
          gold: numberOf(texts.gold) ?? loyalty_tiers.gold,
          platinum: numberOf(texts.platinum) ?? loyalty_tiers.platinum,
        },
      })}
      fields={['loyalty_rate', 'point_value', ...tiers.map((tier) => `loyalty_tiers.${tier}`)]}
    >
      {(errors) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <RateField
              name="loyalty_rate"
              label={t('shop.rate', { amount: money(1, currency) })}
              description={t('shop.rateHint')}
              required
              digits={6}
              defaultValue={merchant.loyalty_rate}
              onValue={(next) => next !== undefined && setRate(next)}
              error={errors.loyalty_rate}
            />
            <RateField
              name="point_value"
              label={t('shop.pointValue', { currency })}
              description={t('shop.pointValueHint')}
              required
              isAmount
              digits={6}
              defaultValue={merchant.point_value}
              onValue={(next) => next !== undefined && setValue(next)}
              error={errors.point_value}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {value > 0
              ? t('shop.pointsExample.worth', {
                  amount: money(paid, currency),
                  points: number(points),
                  worth: money(worth, currency),
                })
              : t('shop.pointsExample', { amount: money(paid, currency), points: number(points) })}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {tiers.map((tier) => (
              <AmountField
                key={tier}
                name={tier}
                label={t('shop.tierFrom', { tier: t(`customer.tier.${tier}`), currency })}
                required
                defaultValue={loyalty_tiers[tier]}
                error={errors[`loyalty_tiers.${tier}`]}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </SettingsForm>
  );
}
