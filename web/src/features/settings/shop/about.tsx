import { SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CurrencyField, TimezoneField } from '../../../design/forms/shop-fields.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Name, currency and time zone of the shop. */
export function GeneralSettings() {
  const { t } = useI18n();
  const { merchant } = useSession();
  // With products or sales the currency is fixed. Only the service also knows about deleted ones.
  const { data: hasPrices = true } = useQuery({
    queryKey: ['products', 'any'],
    queryFn: async ({ signal }) => (await api.listProducts({ signal, query: { limit: 1 } })).meta.total > 0,
  });
  return (
    <SettingsForm title={t('shop.about')} read={(texts) => texts} fields={['name', 'currency', 'timezone']}>
      {(errors) => (
        <>
          <TextInput
            name="name"
            label={t('welcome.shop')}
            description={t('shop.nameHint')}
            required
            maxLength={200}
            defaultValue={merchant.name}
            error={errors.name}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <CurrencyField
              defaultValue={merchant.currency}
              readOnly={hasPrices}
              variant={hasPrices ? 'filled' : 'default'}
              description={t(hasPrices ? 'shop.currencyFixed' : 'shop.currencyFree')}
              error={errors.currency}
            />
            <TimezoneField
              defaultValue={merchant.timezone}
              description={t('shop.timezoneHint')}
              error={errors.timezone}
            />
          </SimpleGrid>
        </>
      )}
    </SettingsForm>
  );
}
