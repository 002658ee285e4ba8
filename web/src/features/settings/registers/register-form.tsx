import { Checkbox, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { changedFields } from '../../../design/forms/changed-fields.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { AmountField } from '../../../design/forms/number-fields.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import type { Register } from '../../registers/register-queries.ts';
import { mayEditRegister, registerFrom } from './register-rules.ts';

interface RegisterFormProps {
  /** Register to edit; a new register if missing. */
  register: Register | undefined;
  onClose(): void;
}

type Fields = Pick<Register, 'name' | 'opening_float' | 'blind_count' | 'requires_shift' | 'status'>;

const newRegister: Fields = {
  name: '',
  opening_float: 0,
  blind_count: false,
  requires_shift: false,
  status: 'active',
};

export function RegisterForm({ register, onClose }: RegisterFormProps) {
  const { t } = useI18n();
  const session = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  // Values at the time the form was opened, so that saving does not overwrite other users' changes.
  const [before] = useState<Fields>(register ?? newRegister);
  const branches = session.branches.filter(({ id }) => mayEditRegister(session, id));
  const saving = useIdempotentRequest(['createRegister', 'updateRegister'], {
    subject: register?.id,
    onDone: async ({ data: { name } }) => {
      onClose();
      notify.success(t('locations.saved', { name }));
      await queries.invalidateQueries({ queryKey: ['registers'] });
    },
  });
  const errors = fieldErrors(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const input = registerFrom(texts);
    if (register !== undefined)
      saving.send('updateRegister', { path: { id: register.id }, body: changedFields(before, input) });
    else saving.send('createRegister', { body: { ...input, branch_id: texts.branch_id ?? branches[0]?.id ?? '' } });
  };
  return (
    <RequestForm request={saving} onSubmit={submit}>
      <FormErrorAlert error={saving.error} fields={['name', 'branch_id', 'opening_float', 'status']} />
      <TextInput
        name="name"
        label={t('locations.name')}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        defaultValue={before.name}
        error={errors.name}
      />
      {register === undefined && branches.length > 1 && (
        <Select
          name="branch_id"
          label={t('dashboard.branch')}
          description={t('registers.branchHint')}
          allowDeselect={false}
          data={branches.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={branches.find(({ is_default }) => is_default)?.id ?? branches[0]?.id ?? null}
          error={errors.branch_id}
        />
      )}
      <AmountField
        name="opening_float"
        of="sum"
        label={t('registers.float')}
        description={t('registers.floatHint')}
        defaultValue={before.opening_float}
        error={errors.opening_float}
      />
      <Checkbox
        name="blind_count"
        label={t('registers.blind')}
        description={t('registers.blindHint')}
        defaultChecked={before.blind_count}
      />
      <Checkbox
        name="requires_shift"
        label={t('registers.requiresShift')}
        description={t('registers.requiresShiftHint')}
        defaultChecked={before.requires_shift}
      />
      <Checkbox
        name="status"
        label={t('products.status.active')}
        description={t('registers.activeHint')}
        defaultChecked={before.status === 'active'}
        error={errors.status}
      />
      <FormButtons isBusy={saving.isPending} onCancel={onClose} />
    </RequestForm>
  );
}
