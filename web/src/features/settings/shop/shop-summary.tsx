import { Card } from '../../../design/card.tsx';
import { DescriptionList } from '../../../design/description-list.tsx';
import { decimalText } from '../../../design/forms/form-values.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';

/** The shop's settings, read-only. */
export function ShopSummary() {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const { currency, loyalty_tiers, cashier_refund_limit, cash_rounding, price_override_roles } = merchant;
  const inMoney = (amount: number) => money(amount, currency);
  return (
    <>
      <Card title={t('shop.about')}>
        <DescriptionList
          items={[
            [t('welcome.shop'), merchant.name],
            [t('welcome.currency'), currency],
            [t('welcome.timezone'), merchant.timezone],
          ]}
        />
      </Card>
      <Card title={t('shop.taxes')}>
        <DescriptionList
          items={[
            [t('shop.taxMode'), t(`shop.taxMode.${merchant.tax_mode}`)],
            [t('shop.taxRate'), merchant.tax_mode === 'none' ? null : decimalText(merchant.tax_rate)],
          ]}
        />
      </Card>
      <Card title={t('shop.loyalty')}>
        <DescriptionList
          items={[
            [t('shop.rate', { amount: inMoney(1) }), decimalText(merchant.loyalty_rate)],
            [t('shop.pointValue', { currency }), decimalText(merchant.point_value)],
            ...(['silver', 'gold', 'platinum'] as const).map(
              (tier) =>
                [
                  t('shop.tierFrom', { tier: t(`customer.tier.${tier}`), currency }),
                  inMoney(loyalty_tiers[tier]),
                ] as const,
            ),
          ]}
        />
      </Card>
      <Card title={t('shop.rules')}>
        <DescriptionList
          items={[
            [t('shop.negative'), t(merchant.allow_negative_stock ? 'app.yes' : 'app.no')],
            [
              t('shop.cashRounding', { currency }),
              cash_rounding === null ? t('shop.noCashRounding') : inMoney(cash_rounding),
            ],
            [t('shop.override'), price_override_roles.map((role) => t(`role.${role}`)).join(', ') || t('shop.noRole')],
            [t('shop.cashierDiscount'), decimalText(merchant.max_discount_percent.cashier)],
            [t('shop.cashierBackdate'), decimalText(merchant.max_backdate_days.cashier)],
            [
              t('shop.refundLimit', { currency }),
              cashier_refund_limit === null ? t('shop.noLimit') : inMoney(cashier_refund_limit),
            ],
            [t('shop.originalMethod'), t(merchant.refund_to_original_method ? 'app.yes' : 'app.no')],
          ]}
        />
      </Card>
    </>
  );
}
