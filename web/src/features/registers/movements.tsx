import { Alert, Button, Table, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/feedback/confirm-dialog.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { useDialog } from '../../design/feedback/use-dialog.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { numberOf, withoutUndefined } from '../../design/forms/form-values.ts';
import { AmountField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { LoadMore, useCursorPages } from '../../design/lists/load-more.tsx';
import { WideTable } from '../../design/lists/wide-table.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { fieldErrors } from '../../session/error-text.ts';
import { afterShiftChange } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { ApprovalDialog } from '../approvals/approval-dialog.tsx';

type Movement = RowOf<'listCashMovements'>;
export type MovementType = Movement['type'];

interface MovementsProps {
  shift_id: string;
  /** Whether movements can be voided: in an open shift only. */
  mayVoid: boolean;
}

/** Cash paid in and out of a shift, and when the drawer was opened without a sale. */
export function Movements({ shift_id, mayVoid }: MovementsProps) {
  const { t, money, dateTime } = useI18n();
  const { merchant } = useSession();
  const voiding = useDialog<Movement>();
  const list = useCursorPages(['shifts', shift_id, 'movements'], (cursor, signal) =>
    api.listCashMovements({ signal, path: { id: shift_id }, query: { limit: 100, ...cursor } }),
  );
  if (list.rows === undefined) return <DataPlaceholder error={list.error} refetch={list.refetch} height={80} />;
  if (list.rows.length === 0) return null;
  return (
    <Card title={t('shifts.movements')}>
      <WideTable label={t('shifts.movements')} minWidth={280}>
        <Table>
          <Table.Tbody>
            {list.rows.map((movement) => {
              const { id, type, amount, reason, user, created_at, voided_by, void_reason } = movement;
              const isVoided = voided_by !== null;
              const at = dateTime(created_at, merchant.timezone);
              return (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Text td={isVoided ? 'line-through' : undefined}>{t(`shifts.type.${type}`)}</Text>
                    <Text size="sm" c="dimmed" className="wrapping">
                      {reason}
                    </Text>
                    <Text size="sm" c="dimmed" hiddenFrom="xs">
                      {user.name} · {at}
                    </Text>
                    {isVoided && (
                      <Text size="sm" className="wrapping">
                        {t('shifts.voidedBy', { name: voided_by.name, reason: void_reason ?? '' })}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td visibleFrom="xs">
                    {user.name}
                    <Text size="sm" c="dimmed">
                      {at}
                    </Text>
                  </Table.Td>
                  <Table.Td className="number">{amount !== null && money(amount, merchant.currency)}</Table.Td>
                  <Table.Td className="number">
                    {mayVoid && !isVoided && (
                      <Button
                        variant="default"
                        size="xs"
                        aria-label={t('shifts.voidMovementOf', { reason })}
                        onClick={() => voiding.open(movement)}
                      >
                        {t('sale.void')}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </WideTable>
      <LoadMore list={list} />
      {voiding.subject !== undefined && (
        <VoidMovement
          key={voiding.subject.id}
          movement={voiding.subject}
          isOpen={voiding.isOpen}
          onClose={voiding.close}
        />
      )}
    </Card>
  );
}

interface VoidMovementProps {
  movement: Movement;
  isOpen: boolean;
  onClose(): void;
}

function VoidMovement({ movement, isOpen, onClose }: VoidMovementProps) {
  const { t } = useI18n();
  const { id: movement_id, shift_id } = movement;
  const voiding = useIdempotentRequest(['voidCashMovement'], {
    subject: movement_id,
    onDone: async () => {
      onClose();
      await afterShiftChange();
    },
  });
  return (
    <ConfirmDialog
      title={t('shifts.voidMovement')}
      text={t('shifts.voidMovementText', { reason: movement.reason })}
      action={t('sale.void')}
      reason={t('refund.reason')}
      isReasonRequired
      isOpen={isOpen}
      request={voiding}
      help={<ApprovalDialog operation="voidCashMovement" request={voiding} />}
      onClose={onClose}
      onConfirm={(reason = '') =>
        voiding.send('voidCashMovement', { path: { id: shift_id, movement_id }, body: { reason } })
      }
    />
  );
}

interface MovementDialogProps {
  shift_id: string;
  type: MovementType;
  /** The cash that should be in the drawer; `undefined` while counts are blind. */
  expected: number | undefined;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog to pay cash in or out, or to open the drawer without a sale. */
export function MovementDialog(props: MovementDialogProps) {
  const { t } = useI18n();
  const { isOpen, onClose, type } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t(`shifts.action.${type}`)}>
      <MovementForm {...props} />
    </Dialog>
  );
}

function MovementForm({ shift_id, type, expected, onClose }: MovementDialogProps) {
  const { t, money } = useI18n();
  const { currency } = useSession().merchant;
  const [amount, setAmount] = useState<number>();
  const [confirmed, confirm] = useState<number>();
  const isTooMuch = type === 'paid_out' && expected !== undefined && amount !== undefined && amount > expected;
  const isQuestioned = isTooMuch && confirmed === amount;
  const isMoney = type !== 'no_sale';
  const recording = useIdempotentRequest(['createCashMovement'], {
    subject: shift_id,
    onDone: async () => {
      onClose();
      await afterShiftChange();
    },
  });
  const errors = fieldErrors(recording.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    if (isTooMuch && !isQuestioned) return confirm(amount);
    const body = { type, reason: texts.reason?.trim() ?? '', ...withoutUndefined({ amount: numberOf(texts.amount) }) };
    recording.send('createCashMovement', { path: { id: shift_id }, body });
  };
  return (
    <>
      <RequestForm request={recording} onSubmit={submit}>
        <FormErrorAlert error={recording.error} fields={isMoney ? ['amount', 'reason'] : ['reason']} />
        {isMoney && (
          <AmountField
            name="amount"
            of="sum"
            label={t('sales.amount')}
            required
            data-autofocus
            value={amount}
            onValue={setAmount}
            error={errors.amount}
          />
        )}
        <TextInput
          name="reason"
          label={t('refund.reason')}
          placeholder={t(`shifts.reason.${type}`)}
          required
          maxLength={500}
          autoComplete="off"
          error={errors.reason}
        />
        {isQuestioned && (
          <Alert color="orange" role="alert">
            {t('shifts.moreThanExpected', { amount: money(expected, currency) })}
          </Alert>
        )}
        <FormButtons
          isBusy={recording.isPending}
          action={t(isQuestioned ? 'shifts.payOutAnyway' : `shifts.action.${type}`)}
          onCancel={onClose}
        />
      </RequestForm>
      <ApprovalDialog operation="createCashMovement" request={recording} />
    </>
  );
}
