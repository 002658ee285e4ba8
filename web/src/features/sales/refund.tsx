import { Button, Group, Select, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { textOf, withoutUndefined } from '../../design/forms/form-values.ts';
import { QuantityField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, isApprovalRequired } from '../../session/api.ts';
import { afterSale } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { ApprovalDialog } from '../approvals/approval-dialog.tsx';
import { registerFor } from '../registers/device-register.ts';
import { RegisterHelp } from '../registers/register-help.tsx';
import { useDeviceRegister } from '../registers/use-device-register.ts';
import { addUp } from './cash-rules.ts';
import type { Method } from './methods.ts';
import {
  type Quantities,
  type RefundableLine,
  refundableLinesOf,
  refundItemsOf,
  trackedLinesOf,
} from './refund-lines.ts';
import { RefundPreview } from './refund-preview.tsx';
import { useRefundMethods } from './tender.tsx';

type Sale = ResponseData<'getTransaction'>;

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
  const items = refundItemsOf(refundable, quantities);
  const { choice } = useDeviceRegister();
  const input = { items, restock, payment_method: method, ...registerFor(choice, sale.branch_id) };
  const [previewed] = useDebouncedValue(input, 150);
  const isPreviewed = JSON.stringify(previewed) === JSON.stringify(input);
  const preview = useQuery({
    queryKey: ['sales', sale.id, 'refund', previewed],
    enabled: previewed.items.length > 0,
    queryFn: async ({ signal }) => (await api.previewRefund({ signal, path: { id: sale.id }, body: previewed })).data,
    placeholderData: keepPreviousData,
  });
  const refunding = useIdempotentRequest(['refundTransaction'], {
    subject: sale.id,
    onDone: async ({ data: { amount, rounding } }) => {
      onClose();
      notify.success(
        t('refund.done', { amount: money(addUp(merchant.currency, amount, rounding), merchant.currency) }),
      );
      await afterSale();
    },
  });
  const submit = () => {
    const body = { ...input, ...withoutUndefined({ reason: textOf(reason) }) };
    if (isReady) refunding.send('refundTransaction', { path: { id: sale.id }, body });
  };
  // Without items there is no preview. One that needs an approval is refused; the approval then shows the amount.
  const isPreviewable = preview.error === null && preview.data !== undefined && !preview.isPlaceholderData;
  const isReady = isPreviewed && items.length > 0 && (isPreviewable || isApprovalRequired(preview.error));
  const selectAll = () =>
    setQuantities(Object.fromEntries(refundable.map(({ line_no, quantity }) => [line_no, quantity])));
  return (
    <>
      <RequestForm request={refunding} onSubmit={submit}>
        <Group justify="space-between">
          <Text>{t('refund.choose')}</Text>
          <Button variant="default" size="compact-sm" onClick={selectAll}>
            {t('refund.all')}
          </Button>
        </Group>
        <RefundLines refundable={refundable} quantities={quantities} onChange={setQuantities} />
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
        {items.length > 0 &&
          (preview.error === null ? (
            <RefundPreview
              preview={preview.data}
              trackedLines={trackedLinesOf(sale)}
              isCurrent={isReady}
              hasCustomer={sale.customer_id !== null}
            />
          ) : (
            <PreviewError error={preview.error} />
          ))}
        <ErrorAlert error={isApprovalRequired(refunding.error) ? null : refunding.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('products.cancel')}
          </Button>
          <Button type="submit" color="red.9" disabled={!isReady} loading={refunding.isPending}>
            {t('refund.action')}
          </Button>
        </Group>
      </RequestForm>
      <RegisterHelp error={refunding.error ?? preview.error} onOpened={refunding.reset} />
      <ApprovalDialog operation="refundTransaction" request={refunding} />
    </>
  );
}

/** A refund that needs an approval is no error: the button asks for it. */
function PreviewError({ error }: { error: unknown }) {
  const { t } = useI18n();
  return isApprovalRequired(error) ? <Text role="status">{t('approval.willAsk')}</Text> : <ErrorAlert error={error} />;
}

interface RefundLinesProps {
  refundable: readonly RefundableLine[];
  quantities: Readonly<Quantities>;
  onChange(quantities: Quantities): void;
}

function RefundLines({ refundable, quantities, onChange }: RefundLinesProps) {
  const { t, number } = useI18n();
  return refundable.map(({ line_no, name, quantity }, index) => (
    <Group key={line_no} justify="space-between" wrap="nowrap">
      <Text className="growing">{name}</Text>
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
