import { Select, Stack } from '@mantine/core';
import { AmountField } from '../../design/forms/number-fields.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { type Method, moneyMethods } from './methods.ts';
import { methodsWithPointsLast, type Tender } from './tender-rules.ts';

/** The shop's payment methods in its order. Includes points if the shop accepts them and the sale has a customer. */
export function useMethods(hasCustomer: boolean): { value: Method; label: string }[] {
  const methodName = usePaymentMethodName();
  const { payment_methods, point_value } = useSession().merchant;
  const offered = methodsWithPointsLast(payment_methods as Method[], { hasCustomer, point_value });
  return offered.map((value) => ({ value, label: methodName(value) }));
}

/** All methods, because a refund may use one that the tills no longer offer. */
export function useRefundMethods(): { value: Method; label: string }[] {
  const methodName = usePaymentMethodName();
  return moneyMethods.map((value) => ({ value, label: methodName(value) }));
}

interface TenderFieldsProps {
  tender: Tender;
  hasCustomer: boolean;
  onChange(tender: Tender): void;
  /** Error messages by field. */
  errors: Record<string, string>;
}

export function TenderFields({ tender, hasCustomer, onChange, errors }: TenderFieldsProps) {
  const { t } = useI18n();
  const data = useMethods(hasCustomer);
  return (
    <Stack gap="xs">
      <Select
        label={t('sales.method')}
        allowDeselect={false}
        value={tender.method}
        onChange={(method) => onChange({ ...tender, method: (method ?? 'cash') as Method })}
        data={data}
        error={errors.payment_method}
      />
      {tender.method === 'cash' && (
        <AmountField
          label={t('till.received')}
          description={t('till.receivedHint')}
          value={tender.received}
          onValue={(received) => onChange({ ...tender, received })}
          error={errors.amount_tendered}
        />
      )}
    </Stack>
  );
}
