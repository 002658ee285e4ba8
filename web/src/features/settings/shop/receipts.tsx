import { Checkbox, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePaymentMethodName } from '../../../design/payment-method-name.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { SettingsForm } from './settings-form.tsx';
import { chosenMethods, paymentMethods, receiptTextsFrom } from './settings-rules.ts';

/** Receipt texts and payment methods. The till shows the methods in the order of selection. */
export function ReceiptSettings() {
  const { t } = useI18n();
  const methodName = usePaymentMethodName();
  const { merchant } = useSession();
  const [offered, setOffered] = useState<string[]>(merchant.payment_methods);
  return (
    <SettingsForm
      title={t('shop.receipts')}
      read={(texts) => ({
        ...receiptTextsFrom(texts),
        payment_methods: chosenMethods(offered),
      })}
      fields={['address', 'phone', 'tax_number', 'receipt_footer']}
    >
      {(errors) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Textarea
              name="address"
              label={t('shop.address')}
              autosize
              maxLength={1_000}
              defaultValue={merchant.address ?? ''}
              error={errors.address}
            />
            <Textarea
              name="receipt_footer"
              label={t('shop.receiptFooter')}
              autosize
              maxLength={1_000}
              defaultValue={merchant.receipt_footer ?? ''}
              error={errors.receipt_footer}
            />
            <TextInput
              name="phone"
              type="tel"
              label={t('shop.phone')}
              maxLength={32}
              defaultValue={merchant.phone ?? ''}
              error={errors.phone}
            />
            <TextInput
              name="tax_number"
              label={t('shop.taxNumber')}
              maxLength={64}
              defaultValue={merchant.tax_number ?? ''}
              error={errors.tax_number}
            />
          </SimpleGrid>
          <Checkbox.Group
            label={t('shop.paymentMethods')}
            description={t('shop.paymentMethodsHint')}
            value={offered}
            onChange={setOffered}
          >
            <Group mt="xs">
              {paymentMethods.map((method) => (
                <Checkbox
                  key={method}
                  value={method}
                  label={methodName(method)}
                  disabled={offered.length === 1 && offered[0] === method}
                />
              ))}
            </Group>
          </Checkbox.Group>
        </>
      )}
    </SettingsForm>
  );
}
