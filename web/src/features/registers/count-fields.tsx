import { Button, Group, Input, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { toMajor } from '@tillhouse/core/money';
import { useState } from 'react';
import { AmountField, QuantityField } from '../../design/forms/number-fields.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { Method } from '../sales/methods.ts';
import { type CountDraft, cashOf, withOther, withPieces } from './count-draft.ts';
import { denominationsOf } from './denominations.ts';

interface CountFieldsProps {
  draft: CountDraft;
  onChange(draft: CountDraft): void;
  /** Error of the service about the cash. */
  error?: string | undefined;
}

const pieces_at_most = 1_000_000;

/** Counts the cash by notes and coins, or takes its sum. The sum is shown while the user types. */
export function CashFields({ draft, onChange, error }: CountFieldsProps) {
  const { t, money } = useI18n();
  const { currency } = useSession().merchant;
  const cash = cashOf(draft, currency);
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('shifts.countBy')}
        value={draft.by}
        onChange={(by) => onChange({ ...draft, by: by === 'sum' ? 'sum' : 'pieces' })}
        data={[
          { value: 'pieces', label: t('shifts.byPieces') },
          { value: 'sum', label: t('shifts.bySum') },
        ]}
      />
      {draft.by === 'pieces' ? (
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" role="group" aria-label={t('shifts.byPieces')}>
          {denominationsOf(currency).map((value) => (
            <QuantityField
              key={String(value)}
              label={money(toMajor(value, currency), currency)}
              max={pieces_at_most}
              value={draft.pieces[String(value)]}
              onValue={(count) => onChange(withPieces(draft, value, count))}
            />
          ))}
        </SimpleGrid>
      ) : (
        <AmountField
          of="sum"
          label={t('shifts.countedCash')}
          required
          value={draft.sum}
          onValue={(sum) => onChange({ ...draft, sum })}
          error={error}
        />
      )}
      {draft.by === 'pieces' && error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      <Group justify="space-between" aria-live="polite">
        <Text>{t('shifts.countedCash')}</Text>
        <Text fw={700} size="xl" className="figures">
          {cash === undefined ? '–' : money(cash, currency)}
        </Text>
      </Group>
    </Stack>
  );
}

/** Amounts of the other methods of the shop, which may be left out. */
export function OtherMethodsFields({ draft, onChange }: CountFieldsProps) {
  const { t } = useI18n();
  const methodName = usePaymentMethodName();
  const { payment_methods } = useSession().merchant;
  const [isOpen, setOpen] = useState(Object.keys(draft.others).length > 0);
  const others = (payment_methods as Method[]).filter((method) => method !== 'cash' && method !== 'points');
  if (others.length === 0) return null;
  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-md" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
        {t('shifts.countOthers')}
      </Button>
    );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" role="group" aria-label={t('shifts.countOthers')}>
      {others.map((method) => (
        <AmountField
          key={method}
          of="balance"
          label={methodName(method)}
          value={draft.others[method]}
          onValue={(amount) => onChange(withOther(draft, method, amount))}
        />
      ))}
    </SimpleGrid>
  );
}
