import { Checkbox, Fieldset, MultiSelect, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useVersion } from '../../../design/use-version.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { expiryOf, type Lifetime, lifetimes } from './lifetimes.ts';
import { groupNames, type Permission, permissionGroups } from './permissions.ts';

interface ApiKeyFormProps {
  onClose(): void;
  onCreated(created: { name: string; key: string | null }): void;
}

/** Scrolls to an error that is out of view, because the form can be longer than the screen. */
const scrollTo = (node: HTMLElement | null) => {
  node?.scrollIntoView({ block: 'center' });
};

export function ApiKeyForm({ onClose, onCreated }: ApiKeyFormProps) {
  const { t } = useI18n();
  const { branches } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const [branchIds, setBranchIds] = useState<readonly string[]>([]);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [tryWithoutPermission, tryAgain] = useVersion();
  const creating = useIdempotentRequest(['createApiKey'], {
    onDone: async ({ data: { name, key } }) => {
      onCreated({ name, key });
      await queries.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  const errors = fieldErrors(creating.error, t);
  // The service names an array item by its index: `permissions.0`.
  const errorOf = (field: string) => errors[Object.keys(errors).find((name) => name.startsWith(field)) ?? ''];
  const permissionsError =
    tryWithoutPermission !== '' && chosen.length === 0 ? t('apiKeys.mayNothing') : errorOf('permissions');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { name = '' } = textsOf(event);
    if (chosen.length === 0) return tryAgain();
    const expires_at = expiryOf(lifetime, Date.now());
    const branch_ids = branchIds.length === 0 ? null : [...branchIds];
    creating.send('createApiKey', { body: { name, permissions: [...chosen], branch_ids, expires_at } });
  };
  return (
    <RequestForm request={creating} onSubmit={submit}>
      <FormErrorAlert
        error={creating.error}
        fields={['name', 'expires_at', ...Object.keys(errors).filter((name) => /^(permissions|branch_ids)/.test(name))]}
      />
      <TextInput
        name="name"
        label={t('apiKeys.name')}
        description={t('apiKeys.nameHint')}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        error={errors.name}
      />
      <Text size="sm">{t('apiKeys.may')}</Text>
      {permissionsError !== undefined && (
        <Text key={tryWithoutPermission} ref={scrollTo} size="sm" role="alert" c="var(--bad)">
          {permissionsError}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {groupNames.map((group) => (
          <PermissionGroupFields key={group} group={group} chosen={chosen} onChoose={setChosen} />
        ))}
      </SimpleGrid>
      {branches.length > 1 && (
        <MultiSelect
          label={t('staff.branches')}
          description={t('apiKeys.branchesHint')}
          placeholder={branchIds.length === 0 ? t('dashboard.allBranches') : ''}
          clearable
          data={branches.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...branchIds]}
          onChange={setBranchIds}
          error={errorOf('branch_ids')}
        />
      )}
      <Select
        label={t('apiKeys.lifetime')}
        allowDeselect={false}
        value={lifetime}
        onChange={(next) => setLifetime((next ?? '90') as typeof lifetime)}
        data={lifetimes.map((value) => ({ value, label: t(`apiKeys.lifetime.${value}`) }))}
        error={errors.expires_at}
      />
      <FormButtons isBusy={creating.isPending} action={t('apiKeys.make')} onCancel={onClose} />
    </RequestForm>
  );
}

interface PermissionGroupFieldsProps {
  group: keyof typeof permissionGroups;
  chosen: readonly Permission[];
  onChoose(chosen: readonly Permission[]): void;
}

function PermissionGroupFields({ group, chosen, onChoose }: PermissionGroupFieldsProps) {
  const { t } = useI18n();
  const names: readonly Permission[] = permissionGroups[group];
  const toggle = (name: Permission, isChecked: boolean) =>
    onChoose(isChecked ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <Fieldset legend={t(`apiKeys.group.${group}`)}>
      <Stack gap="xs">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={t(`permission.${name}`)}
            checked={chosen.includes(name)}
            onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
