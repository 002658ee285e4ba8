import { Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { AmountField, PercentField } from '../../design/forms/number-fields.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { DiscountInput } from './cart.ts';

interface DiscountFieldProps {
  label: string;
  discount: DiscountInput;
  autoFocus?: boolean;
  onChange(discount: DiscountInput): void;
  onEnter?(): void;
}

/** Field for a discount as an amount or a percentage. */
export function DiscountField({ label, discount, autoFocus = false, onChange, onEnter }: DiscountFieldProps) {
  const { t } = useI18n();
  const { merchant } = useSession();
  const [kind, setKind] = useState<'amount' | 'percent'>(typeof discount === 'number' ? 'amount' : 'percent');
  const value = typeof discount === 'number' ? discount : discount.percent;
  const field = {
    label,
    value: value === 0 ? undefined : value,
    w: 150,
    autoFocus,
    ...(onEnter === undefined ? {} : { onEnter }),
  };
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      {kind === 'amount' ? (
        <AmountField {...field} onValue={(amount) => onChange(amount ?? 0)} />
      ) : (
        <PercentField {...field} onValue={(percent) => onChange({ percent: percent ?? 0 })} />
      )}
      <SegmentedControl
        aria-label={t('till.discountKind')}
        value={kind}
        onChange={(next) => {
          setKind(next as 'amount' | 'percent');
          onChange(0);
        }}
        data={[
          { value: 'amount', label: merchant.currency },
          { value: 'percent', label: '%' },
        ]}
      />
    </Group>
  );
}
