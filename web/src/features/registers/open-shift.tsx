import { Text, Textarea } from '@mantine/core';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { textOf, withoutUndefined } from '../../design/forms/form-values.ts';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { afterShiftChange } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { cashOf, denominationsIn } from './count-draft.ts';
import { CashFields } from './count-fields.tsx';
import type { Register, Shift } from './register-queries.ts';
import { useCountDraft } from './use-count-draft.ts';

interface OpenShiftProps {
  register: Pick<Register, 'id' | 'name' | 'opening_float'>;
  isOpen: boolean;
  onClose(): void;
  onOpened?(shift: Pick<Shift, 'id'>): void;
}

/** Dialog to open a shift of a register with a counted float. What was typed stays until the shift is open. */
export function OpenShift(props: OpenShiftProps) {
  const { t } = useI18n();
  const { register, isOpen, onClose } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('shifts.openOf', { name: register.name })}
      keepOnClickOutside
      skipUnsavedCheck
    >
      <OpenShiftForm key={register.id} {...props} />
    </Dialog>
  );
}

function OpenShiftForm({ register, onClose, onOpened }: OpenShiftProps) {
  const { t, money } = useI18n();
  const { currency } = useSession().merchant;
  const notify = useNotify();
  const { draft, change, clear } = useCountDraft(`open ${register.id}`);
  const opening = useIdempotentRequest(['openShift'], {
    subject: register.id,
    onDone: async ({ data }) => {
      clear();
      onClose();
      notify.success(t('shifts.opened', { name: register.name }));
      onOpened?.(data);
      await afterShiftChange();
    },
    onRejected: () => void afterShiftChange(),
  });
  const errors = fieldErrors(opening.error, t);
  const cash = cashOf(draft, currency);
  const submit = () => {
    if (cash === undefined) return;
    const note = withoutUndefined({ note: textOf(draft.note) });
    opening.send('openShift', {
      body: { register_id: register.id, counted_float: cash, ...denominationsIn(draft, currency), ...note },
    });
  };
  return (
    <RequestForm request={opening} onSubmit={submit}>
      <FormErrorAlert error={opening.error} fields={['counted_float', 'denominations']} />
      <Text>{t('shifts.openText')}</Text>
      {register.opening_float > 0 && (
        <Text c="dimmed">{t('shifts.usualFloat', { amount: money(register.opening_float, currency) })}</Text>
      )}
      <CashFields draft={draft} onChange={change} error={errors.counted_float ?? errors.denominations} />
      <Textarea
        label={t('sale.note')}
        autosize
        maxLength={1_000}
        value={draft.note}
        onChange={({ currentTarget }) => change({ ...draft, note: currentTarget.value })}
      />
      <FormButtons isBusy={opening.isPending} action={t('shifts.open')} isOff={cash === undefined} onCancel={onClose} />
    </RequestForm>
  );
}
