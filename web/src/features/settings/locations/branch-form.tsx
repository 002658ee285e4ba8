import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { changedFields } from '../../../design/forms/changed-fields.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { textOf } from '../../../design/forms/form-values.ts';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { TimezoneField } from '../../../design/forms/shop-fields.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import type { RowOf } from '../../../session/types.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';

export type Branch = RowOf<'listBranches'>;

interface BranchFormProps {
  /** Branch to edit; a new branch if missing. */
  branch: Branch | undefined;
  onClose(): void;
}

const newBranch = { name: '', address: null, phone: null, timezone: null };

export function BranchForm({ branch, onClose }: BranchFormProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  // Values at the time the form was opened, so that saving does not overwrite other users' changes.
  const [before] = useState<Pick<Branch, keyof typeof newBranch>>(branch ?? newBranch);
  const saving = useIdempotentRequest(['createBranch', 'updateBranch'], {
    subject: branch?.id,
    onDone: async ({ data: { name } }) => {
      onClose();
      notify.success(t('locations.saved', { name }));
      await Promise.all(['session', 'warehouses'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const errors = fieldErrors(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const input = {
      name: textOf(texts.name) ?? '',
      address: textOf(texts.address) ?? null,
      phone: textOf(texts.phone) ?? null,
      timezone: textOf(texts.timezone) ?? null,
    };
    if (branch === undefined) saving.send('createBranch', { body: input });
    else saving.send('updateBranch', { path: { id: branch.id }, body: changedFields(before, input) });
  };
  return (
    <RequestForm request={saving} onSubmit={submit}>
      <FormErrorAlert error={saving.error} fields={['name', 'address', 'phone', 'timezone']} />
      <TextInput
        name="name"
        label={t('locations.name')}
        {...(branch === undefined ? { description: t('locations.newBranchHint') } : {})}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        defaultValue={before.name}
        error={errors.name}
      />
      <Textarea
        name="address"
        label={t('customer.address')}
        autosize
        defaultValue={before.address ?? ''}
        error={errors.address}
      />
      <TextInput
        name="phone"
        type="tel"
        label={t('customer.phone')}
        autoComplete="off"
        defaultValue={before.phone ?? ''}
        error={errors.phone}
      />
      <TimezoneField
        description={t('locations.timezoneHint')}
        clearable
        allowDeselect
        defaultValue={before.timezone}
        error={errors.timezone}
      />
      <FormButtons isBusy={saving.isPending} onCancel={onClose} />
    </RequestForm>
  );
}
