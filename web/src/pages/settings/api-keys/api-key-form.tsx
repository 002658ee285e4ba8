import { Checkbox, Fieldset, MultiSelect, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';
import { groupNames, type Permission, permissionGroups } from './permissions.ts';

interface ApiKeyFormProps {
  onClose(): void;
  onMade(created: { name: string; key: string | null }): void;
}

/** Scrolls to an error that is out of view, because the form can be longer than the screen. */
const scrollTo = (node: HTMLElement | null) => {
  node?.scrollIntoView({ block: 'center' });
};

const day_ms = 24 * 3_600_000;
/** Lifetimes in days. */
const lifetimes = ['30', '90', '365', 'never'] as const;

export function ApiKeyForm({ onClose, onMade }: ApiKeyFormProps) {
  const { t } = useI18n();
  const { branches } = useSession();
  const queries = useQueryClient();
  const [chosen, choose] = useState<readonly Permission[]>([]);
  const [within, setWithin] = useState<readonly string[]>([]);
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]>('90');
  const [triesWithNone, setTriesWithNone] = useState(0);
  const making = useAct(['createApiKey'], {
    onDone: async ({ data: { name, key } }) => {
      onMade({ name, key });
      await queries.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  const wrong = fieldsOf(making.error, t);
  // The service names an array item by its index: `permissions.0`.
  const wrongOf = (field: string) => wrong[Object.keys(wrong).find((name) => name.startsWith(field)) ?? ''];
  const wrongPermissions = triesWithNone > 0 && chosen.length === 0 ? t('apiKeys.mayNothing') : wrongOf('permissions');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { name = '' } = textsOf(event);
    if (chosen.length === 0) return setTriesWithNone(triesWithNone + 1);
    const expires_at = lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * day_ms).toISOString();
    const branch_ids = within.length === 0 ? null : [...within];
    making.send('createApiKey', { body: { name: name.trim(), permissions: [...chosen], branch_ids, expires_at } });
  };
  return (
    <ActForm act={making} onSubmit={submit}>
      <FormProblem
        error={making.error}
        beside={['name', 'expires_at', ...Object.keys(wrong).filter((name) => /^(permissions|branch_ids)/.test(name))]}
      />
      <TextInput
        name="name"
        label={t('apiKeys.name')}
        description={t('apiKeys.nameHint')}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        error={wrong.name}
      />
      <Text size="sm">{t('apiKeys.may')}</Text>
      {wrongPermissions !== undefined && (
        <Text key={triesWithNone} ref={scrollTo} size="sm" role="alert" c="var(--bad)">
          {wrongPermissions}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {groupNames.map((group) => (
          <Group key={group} group={group} chosen={chosen} onChoose={choose} />
        ))}
      </SimpleGrid>
      {branches.length > 1 && (
        <MultiSelect
          label={t('staff.branches')}
          description={t('apiKeys.branchesHint')}
          placeholder={within.length === 0 ? t('dashboard.allBranches') : ''}
          clearable
          data={branches.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...within]}
          onChange={setWithin}
          error={wrongOf('branch_ids')}
        />
      )}
      <Select
        label={t('apiKeys.lifetime')}
        allowDeselect={false}
        value={lifetime}
        onChange={(next) => setLifetime((next ?? '90') as typeof lifetime)}
        data={lifetimes.map((value) => ({ value, label: t(`apiKeys.lifetime.${value}`) }))}
        error={wrong.expires_at}
      />
      <FormEnd isBusy={making.isPending} action={t('apiKeys.make')} onCancel={onClose} />
    </ActForm>
  );
}

interface GroupProps {
  group: keyof typeof permissionGroups;
  chosen: readonly Permission[];
  onChoose(chosen: readonly Permission[]): void;
}

function Group({ group, chosen, onChoose }: GroupProps) {
  const { t } = useI18n();
  const names: readonly Permission[] = permissionGroups[group];
  const toggle = (name: Permission, isWanted: boolean) =>
    onChoose(isWanted ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <Fieldset legend={t(`apiKeys.group.${group}`)}>
      <Stack gap="xs">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={t(`right.${name}`)}
            checked={chosen.includes(name)}
            onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
