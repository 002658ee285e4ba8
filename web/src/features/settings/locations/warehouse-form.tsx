import { Checkbox, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { changedFields } from '../../../design/forms/changed-fields.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import type { Warehouse } from '../../stock/levels.ts';
import type { Branch } from './branch-form.tsx';
import { warehouseFrom } from './location-rules.ts';

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
  const saving = useIdempotentRequest(['createWarehouse', 'updateWarehouse'], {
    subject: warehouse?.id,
    onDone: async ({ data: { name } }) => {
      onClose();
      notify.success(t('locations.saved', { name }));
      await Promise.all(['warehouses', 'stock'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const errors = fieldErrors(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const input = warehouseFrom(textsOf(event), { before, own_branch_id: branch.id });
    if (warehouse === undefined) saving.send('createWarehouse', { body: input });
    else saving.send('updateWarehouse', { path: { id: warehouse.id }, body: changedFields(before, input) });
  };
  return (
    <RequestForm request={saving} onSubmit={submit}>
      <FormErrorAlert error={saving.error} fields={['name', 'branch_id', 'is_default']} />
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
      {branches.length > 1 && (
        <Select
          name="branch_id"
          label={t('dashboard.branch')}
          allowDeselect={false}
          data={branches.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={before.branch_id}
          error={errors.branch_id}
        />
      )}
      <Checkbox
        name="is_default"
        label={t('locations.isDefault')}
        description={t(before.is_default ? 'locations.staysDefault' : 'locations.defaultHint')}
        defaultChecked={before.is_default}
        disabled={before.is_default}
        error={errors.is_default}
      />
      <FormButtons isBusy={saving.isPending} onCancel={onClose} />
    </RequestForm>
  );
}
