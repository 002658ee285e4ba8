import { Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSpeech } from '../../../language/language.tsx';
import { api } from '../../../session/api.ts';
import type { Role } from '../../../session/types.ts';
import { changedOf } from '../../../ui/changed.ts';
import { textsOf } from '../../../ui/door.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { NewPassword } from '../../../ui/new-password.tsx';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';
import { useTell } from '../../../ui/tell.ts';
import type { Colleague } from './colleague.ts';
import { JobFields } from './job-fields.tsx';

interface ColleagueFormProps {
  /** Somebody new without. */
  colleague: Colleague | undefined;
  onClose(): void;
}

type Place = Pick<Colleague, 'name' | 'role' | 'branch_ids' | 'branch_id'>;
const nobody: Place = { name: '', role: 'cashier', branch_ids: null, branch_id: null };

/** What was chosen of where they work; nothing of what was not asked. */
const placeOf = ({ name = '', role, branch_ids, branch_id }: Readonly<Record<string, string>>): Partial<Place> => ({
  name: name.trim(),
  role: role as Role,
  ...(branch_ids === undefined ? {} : { branch_ids: branch_ids === '' ? null : branch_ids.split(',').toSorted() }),
  ...(branch_id === undefined ? {} : { branch_id: branch_id === '' ? null : branch_id }),
});

export function ColleagueForm({ colleague, onClose }: ColleagueFormProps) {
  const { t } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  // As it was when the form was opened: what somebody else changes meanwhile is not undone by it.
  const [before] = useState(colleague ?? nobody);
  const saving = useMutation({
    mutationFn: async (texts: Record<string, string>) => {
      const place = placeOf(texts);
      if (colleague !== undefined) {
        const { name } = (await api.updateColleague({ path: { id: colleague.id }, body: changedOf<Place>(before, place) })).data;
        return t('staff.saved', { name });
      }
      const { email = '', password = '' } = texts;
      const { name, existing_account } = (await api.inviteColleague({ body: { ...nobody, ...place, email, password } })).data;
      return t(existing_account ? 'staff.invitedKnown' : 'staff.invited', { name, email });
    },
    onSuccess: async (said) => {
      onClose();
      tell.done(said);
      // It may have been about oneself.
      await Promise.all(['staff', 'session'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const wrong = fieldsOf(saving.error);
  // One branch of several is named with its place among them.
  const ofBranches = Object.keys(wrong).filter((field) => field.startsWith('branch_ids'));
  const submit = (event: FormEvent<HTMLFormElement>) => saving.mutate(textsOf(event));
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormProblem error={saving.error} beside={['name', 'email', 'password', 'role', 'branch_id', ...ofBranches]} />
        <TextInput
          name="name"
          label={t('customer.name')}
          required
          maxLength={200}
          data-autofocus
          autoComplete="off"
          defaultValue={before.name}
          error={wrong.name}
        />
        {colleague === undefined && (
          <>
            <TextInput name="email" type="email" label={t('customer.email')} required autoComplete="off" error={wrong.email} />
            <NewPassword name="password" label={t('staff.password')} description={t('staff.passwordHint')} error={wrong.password} />
          </>
        )}
        <JobFields before={before} wrong={{ ...wrong, branch_ids: wrong[ofBranches[0] ?? ''] }} />
        <FormEnd isBusy={saving.isPending} action={t(colleague === undefined ? 'staff.invite' : 'products.save')} onCancel={onClose} />
      </Stack>
    </form>
  );
}
