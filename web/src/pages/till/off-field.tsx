import { Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { AmountField, PercentField } from '../../ui/number-fields.tsx';
import type { Off } from './cart.ts';

interface OffFieldProps {
  label: string;
  off: Off;
  onChange(off: Off): void;
  onEnter?(): void;
}

/** Field for a discount as an amount or a percentage. */
export function OffField({ label, off, onChange, onEnter }: OffFieldProps) {
  const { t } = useI18n();
  const { merchant } = useSession();
  const [kind, setKind] = useState<'amount' | 'percent'>(typeof off === 'number' ? 'amount' : 'percent');
  const value = typeof off === 'number' ? off : off.percent;
  const field = { label, value: value === 0 ? undefined : value, w: 150, ...(onEnter === undefined ? {} : { onEnter }) };
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
