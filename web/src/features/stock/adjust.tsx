import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { textOf } from '../../design/forms/form-values.ts';
import { QuantityField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { afterProductChange } from '../../session/queries.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { ApprovalDialog } from '../approvals/approval-dialog.tsx';
import { type AdjustmentKind, adjustmentKinds, kindOf, type Level, stockAfter } from './level-rules.ts';

export interface ChangeProps {
  level: Level;
  onClose(): void;
}

/** The dialog stays mounted while closed, so that the focus returns to its button afterwards. */
export interface ChangeDialogProps {
  level: Level | undefined;
  isOpen: boolean;
  onClose(): void;
}

interface AdjustDialogProps extends ChangeDialogProps {
  /** What is chosen at first. */
  kind?: AdjustmentKind | undefined;
  /** Difference of stock that is entered at first. */
  change?: number | undefined;
}

/** Dialog to adjust the stock of a product in one warehouse. */
export function AdjustDialog({ level, change, kind = kindOf(change), isOpen, onClose }: AdjustDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={level === undefined ? '' : t('stock.adjustOf', { name: level.product_name })}
    >
      {level !== undefined && <AdjustForm level={level} first={kind} change={change} onClose={onClose} />}
    </Dialog>
  );
}

interface AdjustFormProps extends ChangeProps {
  first: AdjustmentKind;
  change: number | undefined;
}

function AdjustForm({ level, first, change, onClose }: AdjustFormProps) {
  const { t, number } = useI18n();
  const notify = useNotify();
  const [kind, setKind] = useState(first);
  const [quantity, setQuantity] = useState(change === undefined ? undefined : Math.abs(change));
  const { product_id, warehouse_id, product_name, warehouse_name, stock } = level;
  const adjustment = useIdempotentRequest(['adjustStock'], {
    subject: `${product_id} ${warehouse_id}`,
    onDone: async ({ data }) => {
      const { stock: left } = data.level;
      onClose();
      notify.success(t('stock.adjusted', { name: product_name, stock: number(left), warehouse: warehouse_name }));
      await afterProductChange();
    },
  });
  const errors = fieldErrors(adjustment.error, t);
  const after = stockAfter(kind, quantity, stock);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { reason } = textsOf(event);
    const body = { product_id, warehouse_id, type: kind, quantity: quantity ?? 0, reason: textOf(reason) ?? null };
    adjustment.send('adjustStock', { body });
  };
  return (
    <>
      <RequestForm request={adjustment} onSubmit={submit}>
        <FormErrorAlert error={adjustment.error} fields={['quantity']} />
        <SegmentedControl
          aria-label={t('stock.kind')}
          value={kind}
          onChange={(next) => setKind(next as AdjustmentKind)}
          data={adjustmentKinds.map((value) => ({ value, label: t(`stock.kind.${value}`) }))}
        />
        <QuantityField
          name="quantity"
          label={t(`stock.quantity.${kind}`)}
          min={kind === 'adjustment' ? 0 : 1}
          required
          data-autofocus
          value={quantity}
          onValue={setQuantity}
          error={errors.quantity}
        />
        <TextInput name="reason" label={t('stock.reason')} placeholder={t(`stock.reason.${kind}`)} maxLength={500} />
        <Text aria-live="polite">
          {after === undefined
            ? t('stock.now', { stock: number(stock), warehouse: warehouse_name })
            : t('stock.willBe', { warehouse: warehouse_name, stock: number(stock), after: number(after) })}
        </Text>
        <FormButtons isBusy={adjustment.isPending} action={t('stock.adjust')} onCancel={onClose} />
      </RequestForm>
      <ApprovalDialog operation="adjustStock" request={adjustment} />
    </>
  );
}
