import { Select, Stack } from '@mantine/core';
import { useSpeech } from '../../language/language.tsx';
import { useSession } from '../../session/session.tsx';
import { useMethod } from '../../ui/method.ts';
import { AmountField } from '../../ui/number-fields.tsx';

/** The ways in which a customer can pay at a till. */
export const moneyMethods = [
  'cash',
  'card',
  'debit_card',
  'credit_card',
  'qris',
  'e_wallet',
  'bank_transfer',
  'voucher',
  'store_credit',
  'other',
] as const;
export type Method = (typeof moneyMethods)[number] | 'points';

export interface Tender {
  method: Method;
  /** Cash handed over; nothing where it is just what it costs. */
  received: number | undefined;
}

export const inCash: Tender = { method: 'cash', received: undefined };

/** How the service is told of it. */
export const bodyOf = ({ method, received }: Tender) => ({
  payment_method: method,
  ...(method === 'cash' && received !== undefined ? { amount_tendered: received } : {}),
});

/** Each way of paying by its name; points only where they are taken, and from somebody who has them. */
export function useMethods(hasCustomer: boolean): { value: Method; label: string }[] {
  const methodOf = useMethod();
  const { merchant } = useSession();
  const open: readonly Method[] = hasCustomer && merchant.point_value > 0 ? [...moneyMethods, 'points'] : moneyMethods;
  return open.map((value) => ({ value, label: methodOf(value) }));
}

interface TenderFieldsProps {
  tender: Tender;
  hasCustomer: boolean;
  onChange(tender: Tender): void;
  /** What was wrong with each of them. */
  wrong: Record<string, string>;
}

export function TenderFields({ tender, hasCustomer, onChange, wrong }: TenderFieldsProps) {
  const { t } = useSpeech();
  const data = useMethods(hasCustomer);
  return (
    <Stack gap="xs">
      <Select
        label={t('sales.method')}
        allowDeselect={false}
        value={tender.method}
        onChange={(method) => onChange({ ...tender, method: (method ?? 'cash') as Method })}
        data={data}
        error={wrong.payment_method}
      />
      {tender.method === 'cash' && (
        <AmountField
          label={t('till.received')}
          description={t('till.receivedHint')}
          value={tender.received}
          onValue={(received) => onChange({ ...tender, received })}
          error={wrong.amount_tendered}
        />
      )}
    </Stack>
  );
}
