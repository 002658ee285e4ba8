import { Checkbox, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { changedOf } from '../../../ui/changed.ts';
import { FormEnd } from '../../../ui/form-end.tsx';
import { useNotify } from '../../../ui/notify.ts';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';
import type { Warehouse } from '../../stock/levels.ts';
import type { Branch } from './branch-form.tsx';

interface WarehouseFormProps {
  branch: Branch;
  /** Warehouse to edit; a new warehouse if missing. */
  warehouse: Warehouse | undefined;
  onClose(): void;
}

export function WarehouseForm({ branch, warehouse, onClose }: WarehouseFormProps) {
  const { t } = useI18n();
  const { branches } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const [before] = useState<Pick<Warehouse, 'name' | 'branch_id' | 'is_default'>>(
    warehouse ?? { name: '', branch_id: branch.id, is_default: false },
  );
  const saving = useAct(['createWarehouse', 'updateWarehouse'], {
    about: warehouse?.id,
    onDone: async ({ data: { name } }) => {
      onClose();
      notify.success(t('places.saved', { name }));
      await Promise.all(['warehouses', 'stock'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const wrong = fieldsOf(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { name = '', branch_id = branch.id, is_default } = textsOf(event);
    // The default warehouse stays the default until another one replaces it. Its checkbox is disabled and therefore not in the form data.
    const wanted = { name: name.trim(), branch_id, is_default: before.is_default || is_default !== undefined };
    if (warehouse === undefined) saving.send('createWarehouse', { body: wanted });
    else saving.send('updateWarehouse', { path: { id: warehouse.id }, body: changedOf(before, wanted) });
  };
  return (
    <ActForm act={saving} onSubmit={submit}>
      <FormProblem error={saving.error} beside={['name', 'branch_id', 'is_default']} />
      <TextInput
        name="name"
        label={t('places.name')}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        defaultValue={before.name}
        error={wrong.name}
      />
      {branches.length > 1 && (
        <Select
          name="branch_id"
          label={t('dashboard.branch')}
          allowDeselect={false}
          data={branches.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={before.branch_id}
          error={wrong.branch_id}
        />
      )}
      <Checkbox
        name="is_default"
        label={t('places.isDefault')}
        description={t(before.is_default ? 'places.staysDefault' : 'places.defaultHint')}
        defaultChecked={before.is_default}
        disabled={before.is_default}
        error={wrong.is_default}
      />
      <FormEnd isBusy={saving.isPending} onCancel={onClose} />
    </ActForm>
  );
}
