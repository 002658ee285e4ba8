import { Checkbox, Stack, Switch } from '@mantine/core';
import { numberOf } from '../../../design/forms/form-values.ts';
import { AmountField, PercentField, QuantityField } from '../../../design/forms/number-fields.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { SettingsForm } from './settings-form.tsx';
import { checkedRoles, pricingRoles } from './settings-rules.ts';

/** Settings of the till. */
export function TillSettings() {
  const { t } = useI18n();
  const { merchant } = useSession();
  const offered = pricingRoles(merchant);
  return (
    <SettingsForm
      title={t('shop.rules')}
      read={(texts) => ({
        allow_negative_stock: texts.allow_negative_stock !== undefined,
        allow_custom_items: texts.allow_custom_items !== undefined,
        price_override_roles: checkedRoles('override', offered, texts),
        cash_rounding: numberOf(texts.cash_rounding) ?? null,
        cashier_refund_limit: numberOf(texts.cashier_refund_limit) ?? null,
        refund_to_original_method: texts.refund_to_original_method !== undefined,
        max_discount_percent: { ...merchant.max_discount_percent, cashier: numberOf(texts.cashier_discount) ?? 0 },
        max_backdate_days: { ...merchant.max_backdate_days, cashier: numberOf(texts.cashier_backdate_days) ?? 0 },
      })}
      fields={[
        'allow_negative_stock',
        'allow_custom_items',
        'cash_rounding',
        'cashier_refund_limit',
        'max_discount_percent.cashier',
        'max_backdate_days.cashier',
      ]}
    >
      {(errors) => (
        <>
          <Switch
            name="allow_negative_stock"
            label={t('shop.negative')}
            description={t('shop.negativeHint')}
            defaultChecked={merchant.allow_negative_stock}
            error={errors.allow_negative_stock}
          />
          <Switch
            name="allow_custom_items"
            label={t('shop.customItems')}
            description={t('shop.customItemsHint')}
            defaultChecked={merchant.allow_custom_items}
            error={errors.allow_custom_items}
          />
          <AmountField
            name="cash_rounding"
            label={t('shop.cashRounding', { currency: merchant.currency })}
            description={t('shop.cashRoundingHint')}
            placeholder={t('shop.noCashRounding')}
            defaultValue={merchant.cash_rounding}
            error={errors.cash_rounding}
            maw={360}
          />
          <Checkbox.Group label={t('shop.override')} defaultValue={merchant.price_override_roles}>
            <Stack gap="xs" mt="xs">
              {offered.map((role) => (
                <Checkbox key={role} name={`override.${role}`} value={role} label={t(`role.${role}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <PercentField
            name="cashier_discount"
            label={t('shop.cashierDiscount')}
            description={t('shop.cashierDiscountHint')}
            defaultValue={merchant.max_discount_percent.cashier}
            error={errors['max_discount_percent.cashier']}
            maw={360}
          />
          <QuantityField
            name="cashier_backdate_days"
            label={t('shop.cashierBackdate')}
            description={t('shop.cashierBackdateHint')}
            max={90}
            defaultValue={merchant.max_backdate_days.cashier}
            error={errors['max_backdate_days.cashier']}
            maw={360}
          />
          <AmountField
            name="cashier_refund_limit"
            label={t('shop.refundLimit', { currency: merchant.currency })}
            description={t('shop.refundLimitHint')}
            placeholder={t('shop.noLimit')}
            defaultValue={merchant.cashier_refund_limit}
            error={errors.cashier_refund_limit}
            maw={360}
          />
          <Switch
            name="refund_to_original_method"
            label={t('shop.originalMethod')}
            description={t('shop.originalMethodHint')}
            defaultChecked={merchant.refund_to_original_method}
          />
        </>
      )}
    </SettingsForm>
  );
}
