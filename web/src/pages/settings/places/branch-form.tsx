import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import type { RowOf } from '../../../session/types.ts';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { changedOf } from '../../../ui/changed.ts';
import { FormEnd } from '../../../ui/form-end.tsx';
import { useNotify } from '../../../ui/notify.ts';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';
import { TimezoneField } from '../../../ui/shop-fields.tsx';
import { textOf } from '../../../ui/typed.ts';

export type Branch = RowOf<'listBranches'>;

interface BranchFormProps {
  /** Branch to edit; a new branch if missing. */
  branch: Branch | undefined;
  onClose(): void;
}

const nothing = { name: '', address: null, phone: null, timezone: null };

export function BranchForm({ branch, onClose }: BranchFormProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  // Values at the time the form was opened, so that saving does not overwrite other users' changes.
  const [before] = useState<Pick<Branch, keyof typeof nothing>>(branch ?? nothing);
  const saving = useAct(['createBranch', 'updateBranch'], {
    about: branch?.id,
    onDone: async ({ data: { name } }) => {
      onClose();
      notify.success(t('places.saved', { name }));
      await Promise.all(['session', 'warehouses'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const wrong = fieldsOf(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const wanted = {
      name: textOf(texts.name) ?? '',
      address: textOf(texts.address) ?? null,
      phone: textOf(texts.phone) ?? null,
      timezone: textOf(texts.timezone) ?? null,
    };
    if (branch === undefined) saving.send('createBranch', { body: wanted });
    else saving.send('updateBranch', { path: { id: branch.id }, body: changedOf(before, wanted) });
  };
  return (
    <ActForm act={saving} onSubmit={submit}>
      <FormProblem error={saving.error} beside={['name', 'address', 'phone', 'timezone']} />
      <TextInput
        name="name"
        label={t('places.name')}
        {...(branch === undefined ? { description: t('places.newBranchHint') } : {})}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        defaultValue={before.name}
        error={wrong.name}
      />
      <Textarea
        name="address"
        label={t('customer.address')}
        autosize
        defaultValue={before.address ?? ''}
        error={wrong.address}
      />
      <TextInput
        name="phone"
        type="tel"
        label={t('customer.phone')}
        autoComplete="off"
        defaultValue={before.phone ?? ''}
        error={wrong.phone}
      />
      <TimezoneField
        description={t('places.timezoneHint')}
        clearable
        allowDeselect
        defaultValue={before.timezone}
        error={wrong.timezone}
      />
      <FormEnd isBusy={saving.isPending} onCancel={onClose} />
    </ActForm>
  );
}
