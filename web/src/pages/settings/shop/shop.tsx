import { Text, Title } from '@mantine/core';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { About } from './about.tsx';
import { ShopFacts } from './facts.tsx';
import { Loyalty } from './loyalty.tsx';
import { Receipts } from './receipts.tsx';
import { Rules } from './rules.tsx';
import { Security } from './security.tsx';
import { Taxes } from './taxes.tsx';

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
        <>
          <About />
          <Taxes />
          <Receipts />
          <Loyalty />
          <Rules />
          <Security />
        </>
      ) : (
        <>
          <Text c="dimmed">{t('shop.ownerOnly')}</Text>
          <ShopFacts />
        </>
      )}
    </>
  );
}
