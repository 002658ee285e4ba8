import { Text, Title } from '@mantine/core';
import { SaveSections } from '../../../design/forms/save-sections.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { GeneralSettings } from './about.tsx';
import { ApprovalSettings } from './approvals.tsx';
import { LoyaltySettings } from './loyalty.tsx';
import { ReceiptSettings } from './receipts.tsx';
import { TillSettings } from './rules.tsx';
import { SecuritySettings } from './security.tsx';
import { ShopSummary } from './shop-summary.tsx';
import { TaxSettings } from './taxes.tsx';

/** Settings of the whole shop. */
export function Shop() {
  const { t } = useI18n();
  const { may } = useSession();
  return (
    <>
      <Title order={2} size="h3">
        {t('settings.shop')}
      </Title>
      {may('merchant:write') ? (
        <SaveSections>
          <GeneralSettings />
          <TaxSettings />
          <ReceiptSettings />
          <LoyaltySettings />
          <TillSettings />
          <ApprovalSettings />
          <SecuritySettings />
        </SaveSections>
      ) : (
        <>
          <Text c="dimmed">{t('shop.ownerOnly')}</Text>
          <ShopSummary />
        </>
      )}
    </>
  );
}
