import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lossColour } from '../../design/figure-colours.ts';
import { useInputCheck } from '../../design/forms/input-checks.tsx';
import { AmountField } from '../../design/forms/number-fields.tsx';
import { Icon } from '../../design/icons.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { addUp } from '../sales/cash-rules.ts';
import type { Method } from '../sales/methods.ts';
import { methodsInOrder } from '../sales/tender-rules.ts';
import { cashPartsOf, changeOf, isPart, type Paying, restOf, roundingOf, withoutPart, withPart } from './paying.ts';
import { quickCash } from './quick-cash-rules.ts';

interface PaymentProps {
  total: number;
  paying: Paying;
  hasCustomer: boolean;
  onChange(paying: Paying): void;
  /** Called on Enter in the cash field. */
  onPay(): void;
  receivedRef: RefObject<HTMLInputElement | null>;
}

/** The payment methods of the shop, split payments and suggested amounts of cash. */
export function Payment({ total, paying, hasCustomer, onChange, onPay, receivedRef }: PaymentProps) {
  const { t, money } = useI18n();
  const methodName = usePaymentMethodName();
  const { merchant } = useSession();
  const rest = restOf(total, paying, merchant.currency);
  const change = changeOf(total, paying, merchant);
  const rounding = roundingOf(total, paying, merchant);
  const cashDue = addUp(merchant.currency, rest, rounding);
  const { payment_methods, point_value } = merchant;
  const methods = methodsInOrder(payment_methods as Method[], { hasCustomer, point_value });
  const methodButtons = useRef<HTMLDivElement>(null);
  const focusMethod = () => methodButtons.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
  return (
    <Stack gap="xs">
      <PartialPayments rest={rest} paying={paying} onChange={onChange} onNoneLeft={focusMethod} />
      {paying.method !== 'cash' && (
        <CashDue
          amount={addUp(merchant.currency, cashPartsOf(paying, merchant.currency), rounding)}
          rounding={rounding}
        />
      )}
      <Group ref={methodButtons} className="methods" role="group" aria-label={t('sales.method')}>
        {methods.map((method) => (
          <Button
            key={method}
            variant={method === paying.method ? 'filled' : 'default'}
            aria-pressed={method === paying.method}
            onClick={() => onChange({ ...paying, method })}
          >
            {methodName(method)}
          </Button>
        ))}
      </Group>
      {paying.method === 'cash' && (
        <div className="received">
          <CashDue amount={cashDue} rounding={rounding} />
          <AmountField
            inputRef={receivedRef}
            onEnter={onPay}
            size="lg"
            label={t('till.received')}
            description={t('till.receivedHint')}
            value={paying.received}
            onValue={(received) => onChange({ ...paying, received })}
          />
          <Group gap="xs" mt="xs">
            {quickCash(cashDue, merchant.currency).map((amount) => (
              <Button
                key={amount}
                variant="default"
                size="md"
                className="figures"
                onClick={() => onChange({ ...paying, received: amount })}
              >
                {money(amount, merchant.currency)}
              </Button>
            ))}
          </Group>
        </div>
      )}
      <SplitPayment rest={rest} paying={paying} onChange={onChange} />
      {change !== undefined && (
        <Text size="xl" fw={700} className="figures" c={lossColour(change)} aria-live="polite">
          {change < 0 ? t('till.missing') : t('sale.change')} {money(Math.abs(change), merchant.currency)}
        </Text>
      )}
    </Stack>
  );
}

/** What to take in cash, if that is rounded. */
function CashDue({ amount, rounding }: { amount: number; rounding: number }) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  if (rounding === 0) return null;
  return (
    <Text fw={700} className="figures" aria-live="polite">
      {t('till.cashDue')} {money(amount, merchant.currency)}
    </Text>
  );
}

interface SplitPaymentProps {
  rest: number;
  paying: Paying;
  onChange(paying: Paying): void;
}

interface PartialPaymentsProps extends SplitPaymentProps {
  /** Called after the last part was removed, because the focus went with its button. */
  onNoneLeft(): void;
}

/** The parts of a split payment. The last method pays the rest. */
function PartialPayments({ rest, paying, onChange, onNoneLeft }: PartialPaymentsProps) {
  const { t, money } = useI18n();
  const methodName = usePaymentMethodName();
  const { merchant } = useSession();
  const list = useRef<HTMLDivElement>(null);
  const removed_at = useRef<number>(undefined);
  const remove = (at: number) => {
    removed_at.current = at;
    onChange(withoutPart(paying, at));
  };
  const count = paying.parts.length;
  const focusNext = useEffectEvent(() => {
    const at = removed_at.current;
    removed_at.current = undefined;
    if (at === undefined) return;
    if (count === 0) onNoneLeft();
    else list.current?.querySelectorAll('button')[Math.min(at, count - 1)]?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button is gone when there is one part less.
  useEffect(() => focusNext(), [count]);
  const parts = paying.parts.map(({ method, amount }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be equal, and their order never changes.
    <Group key={at} justify="space-between">
      <Text>{methodName(method)}</Text>
      <Group gap="xs">
        <Text className="figures">{money(amount, merchant.currency)}</Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('till.removePart', { method: methodName(method) })}
          onClick={() => remove(at)}
        >
          <Icon name="cross" />
        </ActionIcon>
      </Group>
    </Group>
  ));
  if (parts.length === 0) return null;
  return (
    <>
      <Stack ref={list} gap="xs">
        {parts}
      </Stack>
      <Group justify="space-between">
        <Text fw={700}>{methodName(paying.method)}</Text>
        <Text fw={700} className="figures">
          {money(rest, merchant.currency)}
        </Text>
      </Group>
    </>
  );
}

/** Adds a part with the chosen method. Another method pays the rest. */
function SplitPayment({ rest, paying, onChange }: SplitPaymentProps) {
  const { t } = useI18n();
  const { merchant } = useSession();
  /** `undefined` until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean>();
  const [amount, setAmount] = useState<number>();
  const [isAsked, setAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useInputCheck(() => {
    if (amount === undefined) return true;
    setAsked(true);
    input.current?.focus();
    return false;
  });
  const change = (next: number | undefined) => {
    setAmount(next);
    setAsked(false);
  };
  const close = () => {
    change(undefined);
    setOpen(false);
  };
  const addPart = () => {
    if (!isPart(amount, rest)) return;
    onChange(withPart(paying, amount));
    close();
  };
  if (isOpen !== true)
    return (
      <Button
        // The button that closed the field is gone.
        autoFocus={isOpen === false}
        variant="subtle"
        size="compact-md"
        disabled={rest <= 0}
        onClick={() => setOpen(true)}
        style={{ alignSelf: 'start' }}
      >
        {t('till.split')}
      </Button>
    );
  return (
    <Group align="end" gap="xs">
      <AmountField
        inputRef={input}
        autoFocus
        label={t('till.part')}
        value={amount}
        max={rest}
        onValue={change}
        onEnter={addPart}
        error={isAsked ? t('till.partOpen') : undefined}
      />
      <Button variant="default" onClick={addPart} disabled={!isPart(amount, rest)}>
        {t('till.takePart')}
      </Button>
      <Button
        variant="subtle"
        onClick={close}
        aria-label={`${t('products.cancel')}: ${t('till.split')}, ${merchant.currency}`}
      >
        {t('products.cancel')}
      </Button>
    </Group>
  );
}
