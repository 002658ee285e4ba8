import { Button, Group, Select, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { afterSale } from '../../queries.ts';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { Answer } from '../../session/types.ts';
import { useAct } from '../../session/use-act.ts';
import { ActForm } from '../../ui/act-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNotify } from '../../ui/notify.ts';
import { QuantityField } from '../../ui/number-fields.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Method } from './methods.ts';
import { RefundForecast } from './refund-forecast.tsx';
import { type RefundableLine, refundableLinesOf } from './refund-lines.ts';
import { useRefundMethods } from './tender.tsx';

type Sale = Answer<'getTransaction'>;

/** Quantity to refund by line; `undefined` if empty or invalid. */
type Quantities = Record<string, number | undefined>;

/** Refund by lines. The service previews the effects while the user edits. */
export function Refund({ sale, isOpen, onClose }: { sale: Sale; isOpen: boolean; onClose(): void }) {
  const { t } = useI18n();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('refund.of', { code: sale.transaction_code })} size="lg">
      <RefundForm sale={sale} onClose={onClose} />
    </Dialog>
  );
}

function RefundForm({ sale, onClose }: { sale: Sale; onClose(): void }) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const methods = useRefundMethods();
  const [quantities, setQuantities] = useState<Quantities>({});
  const [reason, setReason] = useState('');
  const [restock, setRestock] = useState(true);
  const [method, setMethod] = useState<Method | null>(null);
  const refundable = refundableLinesOf(sale);
  const items = refundable.flatMap(({ line_no }) => {
    const quantity = quantities[line_no] ?? 0;
    return quantity > 0 ? [{ line_no, quantity }] : [];
  });
  const input = { items, restock, payment_method: method };
  const [previewed] = useDebouncedValue(input, 150);
  const isPreviewed = JSON.stringify(previewed) === JSON.stringify(input);
  const forecast = useQuery({
    queryKey: ['sales', sale.id, 'refund', previewed],
    enabled: previewed.items.length > 0,
    queryFn: async ({ signal }) => (await api.previewRefund({ signal, path: { id: sale.id }, body: previewed })).data,
    placeholderData: keepPreviousData,
  });
  const refunding = useAct(['refundTransaction'], {
    about: sale.id,
    onDone: async ({ data: { amount } }) => {
      onClose();
      notify.success(t('refund.done', { amount: money(amount, merchant.currency) }));
      await afterSale();
    },
  });
  const submit = () => {
    const body = { ...input, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
    if (isReady) refunding.send('refundTransaction', { path: { id: sale.id }, body });
  };
  const isReady =
    items.length > 0 &&
    isPreviewed &&
    forecast.data !== undefined &&
    !forecast.isPlaceholderData &&
    forecast.error === null;
  const selectAll = () =>
    setQuantities(Object.fromEntries(refundable.map(({ line_no, quantity }) => [line_no, quantity])));
  return (
    <ActForm act={refunding} onSubmit={submit}>
      <Group justify="space-between">
        <Text>{t('refund.choose')}</Text>
        <Button variant="default" size="compact-sm" onClick={selectAll}>
          {t('refund.all')}
        </Button>
      </Group>
      <Lines refundable={refundable} quantities={quantities} onChange={setQuantities} />
      <TextInput
        label={t('refund.reason')}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Select
        label={t('refund.method')}
        placeholder={t('refund.asPaid')}
        clearable
        value={method}
        onChange={(value) => setMethod(value as Method | null)}
        data={methods}
      />
      <Switch
        label={t('refund.restock')}
        checked={restock}
        onChange={({ currentTarget }) => setRestock(currentTarget.checked)}
      />
      {items.length > 0 && <Problem error={forecast.error} />}
      {items.length > 0 && forecast.error === null && (
        <RefundForecast forecast={forecast.data} isSettled={isReady} hasCustomer={sale.customer_id !== null} />
      )}
      <Problem error={refunding.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('products.cancel')}
        </Button>
        <Button type="submit" color="red.9" disabled={!isReady} loading={refunding.isPending}>
          {t('refund.action')}
        </Button>
      </Group>
    </ActForm>
  );
}

interface LinesProps {
  refundable: readonly RefundableLine[];
  quantities: Readonly<Quantities>;
  onChange(quantities: Quantities): void;
}

function Lines({ refundable, quantities, onChange }: LinesProps) {
  const { t, number } = useI18n();
  return refundable.map(({ line_no, name, quantity }, index) => (
    <Group key={line_no} justify="space-between" wrap="nowrap">
      <Text flex={1}>{name}</Text>
      <QuantityField
        aria-label={t('refund.quantityOf', { name })}
        w={90}
        max={quantity}
        placeholder={number(0)}
        value={quantities[line_no]}
        onValue={(value) => onChange({ ...quantities, [line_no]: value })}
        data-autofocus={index === 0 ? true : undefined}
      />
      <Text w={60} className="figures">
        {t('refund.ofLeft', { count: number(quantity) })}
      </Text>
    </Group>
  ));
}
