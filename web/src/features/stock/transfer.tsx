import { Select, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { textOf } from '../../design/forms/form-values.ts';
import { QuantityField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { afterProductChange } from '../../session/queries.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import type { ChangeDialogProps, ChangeProps } from './adjust.tsx';
import { afterTransfer, type Level, levelsInAllWarehouses } from './level-rules.ts';
import { useLevelsOf, useWarehouses } from './levels.ts';

/** Dialog to transfer stock to another warehouse. */
export function TransferDialog({ level, isOpen, onClose }: ChangeDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={level === undefined ? '' : t('stock.transferOf', { name: level.product_name })}
    >
      {level !== undefined && <TransferLoader level={level} onClose={onClose} />}
    </Dialog>
  );
}

function TransferLoader({ level, onClose }: ChangeProps) {
  const { product_id: id, product_name: name, warehouse_id } = level;
  const { data, error, refetch } = useLevelsOf(id);
  const warehouses = useWarehouses();
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={220} />;
  const others = levelsInAllWarehouses({ id, name }, warehouses, data).filter(
    (other) => other.warehouse_id !== warehouse_id,
  );
  return <TransferForm level={level} others={others} onClose={onClose} />;
}

function TransferForm({ level, others, onClose }: ChangeProps & { others: readonly Level[] }) {
  const { t, number } = useI18n();
  const notify = useNotify();
  const [quantity, setQuantity] = useState<number>();
  const [chosen, choose] = useState(others[0]?.warehouse_id ?? null);
  const target = others.find(({ warehouse_id }) => warehouse_id === chosen);
  const { product_id, product_name, warehouse_id, warehouse_name, stock, available } = level;
  const after = target === undefined || quantity === undefined ? undefined : afterTransfer(quantity, level, target);
  const transfer = useIdempotentRequest(['transferStock'], {
    subject: `${product_id} ${warehouse_id}`,
    onDone: async ({ data: { quantity: sent, to_level } }) => {
      onClose();
      notify.success(
        t('stock.transferred', { count: number(sent), name: product_name, warehouse: to_level.warehouse_name }),
      );
      await afterProductChange();
    },
  });
  const errors = fieldErrors(transfer.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { reason } = textsOf(event);
    const warehouseIds = { from_warehouse: warehouse_id, to_warehouse: chosen ?? '' };
    transfer.send('transferStock', {
      body: { product_id, ...warehouseIds, quantity: quantity ?? 0, reason: textOf(reason) ?? null },
    });
  };
  return (
    <RequestForm request={transfer} onSubmit={submit}>
      <FormErrorAlert error={transfer.error} fields={['quantity', 'to_warehouse']} />
      <Text>{t('stock.from', { warehouse: warehouse_name, count: number(available) })}</Text>
      <Select
        label={t('stock.to')}
        allowDeselect={false}
        value={chosen}
        onChange={choose}
        data={others.map((other) => ({ value: other.warehouse_id, label: other.warehouse_name }))}
        error={errors.to_warehouse}
      />
      <QuantityField
        name="quantity"
        label={t('stock.quantity')}
        min={1}
        required
        data-autofocus
        value={quantity}
        onValue={setQuantity}
        error={errors.quantity}
      />
      <TextInput name="reason" label={t('stock.reason')} maxLength={500} />
      {target !== undefined && after !== undefined && (
        <div aria-live="polite">
          <Text>
            {t('stock.willBe', { warehouse: warehouse_name, stock: number(stock), after: number(after.from) })}
          </Text>
          <Text>
            {t('stock.willBe', {
              warehouse: target.warehouse_name,
              stock: number(target.stock),
              after: number(after.to),
            })}
          </Text>
        </div>
      )}
      <FormButtons isBusy={transfer.isPending} action={t('stock.transfer')} onCancel={onClose} />
    </RequestForm>
  );
}
