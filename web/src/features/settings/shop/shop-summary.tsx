import { Card } from '../../../design/card.tsx';
import { DescriptionList } from '../../../design/description-list.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { languages } from '../../../language/texts.ts';
import { formatNumber } from '../../../lib/quantities.ts';
import { useSession } from '../../../session/session.tsx';

/** The shop's settings, read-only. */
export function ShopSummary() {
  const { t, money, language } = useI18n();
  const { merchant } = useSession();
  const { currency, loyalty_tiers, cashier_refund_limit, cash_rounding, price_override_roles } = merchant;
  const inMoney = (amount: number) => money(amount, currency);
  /** A rate with all of its decimals. */
  const decimal = (value: number) => formatNumber(value, languages[language].tag, 6);
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
            [t('shop.taxRate'), merchant.tax_mode === 'none' ? null : decimal(merchant.tax_rate)],
          ]}
        />
      </Card>
      <Card title={t('shop.loyalty')}>
        <DescriptionList
          items={[
            [t('shop.rate', { amount: inMoney(1) }), decimal(merchant.loyalty_rate)],
            [t('shop.pointValue', { currency }), decimal(merchant.point_value)],
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
            [t('shop.cashierDiscount'), decimal(merchant.max_discount_percent.cashier)],
            [t('shop.cashierBackdate'), decimal(merchant.max_backdate_days.cashier)],
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
