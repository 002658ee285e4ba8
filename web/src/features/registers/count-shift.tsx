import { Text } from '@mantine/core';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { afterShiftChange } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { cashOf, countedIn, denominationsIn } from './count-draft.ts';
import { CashFields, OtherMethodsFields } from './count-fields.tsx';
import type { ShiftReport } from './register-queries.ts';
import { useCountDraft } from './use-count-draft.ts';

interface CountShiftProps {
  shift: Pick<ShiftReport, 'id' | 'status' | 'counts'>;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog to count the drawer of a shift, or to count it again. */
export function CountShift(props: CountShiftProps) {
  const { t } = useI18n();
  const { shift, isOpen, onClose } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(shift.status === 'open' ? 'shifts.count' : 'shifts.countAgain')}
      keepOnClickOutside
      skipUnsavedCheck
    >
      {/* A new form for each count: the fields of an earlier one are not filled in again. */}
      <CountForm key={`${shift.id} ${shift.counts.length}`} {...props} />
    </Dialog>
  );
}

function CountForm({ shift, onClose }: CountShiftProps) {
  const { t } = useI18n();
  const { currency } = useSession().merchant;
  const { draft, change, clear } = useCountDraft(shift.id);
  const counting = useIdempotentRequest(['countShift', 'recountShift'], {
    subject: shift.id,
    onDone: async () => {
      clear();
      onClose();
      await afterShiftChange();
    },
  });
  const errors = fieldErrors(counting.error, t);
  const cash = cashOf(draft, currency);
  const submit = () => {
    if (cash === undefined) return;
    const body = { counted: countedIn(draft, cash), ...denominationsIn(draft, currency) };
    counting.send(shift.status === 'open' ? 'countShift' : 'recountShift', { path: { id: shift.id }, body });
  };
  return (
    <RequestForm request={counting} onSubmit={submit}>
      <FormErrorAlert error={counting.error} fields={['counted', 'counted[0].amount', 'denominations']} />
      {shift.status === 'open' && <Text>{t('shifts.countText')}</Text>}
      <CashFields
        draft={draft}
        onChange={change}
        error={errors['counted[0].amount'] ?? errors.counted ?? errors.denominations}
      />
      <OtherMethodsFields draft={draft} onChange={change} />
      <FormButtons
        isBusy={counting.isPending}
        action={t('shifts.saveCount')}
        isOff={cash === undefined}
        onCancel={onClose}
      />
    </RequestForm>
  );
}
