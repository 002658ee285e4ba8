import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import type { Merchant } from '../../../session/types.ts';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { changedOf } from '../../../ui/changed.ts';
import { FormEnd } from '../../../ui/form-end.tsx';
import { useNotify } from '../../../ui/notify.ts';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';
import { touchedBy, useUnsaved } from '../../../ui/unsaved.tsx';

interface SettingsFormProps {
  title: string;
  /** Converts the form's texts to fields of the service. */
  read(texts: Readonly<Record<string, string>>): Partial<Merchant>;
  /** Fields that show their own errors. */
  beside: readonly string[];
  /** The fields; `wrong` has their errors. */
  children(wrong: Readonly<Record<string, string>>): ReactNode;
}

/** A group of settings that are saved together. Only changed fields are sent. */
export function SettingsForm({ title, read, beside, children }: SettingsFormProps) {
  const { t } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const work = useUnsaved();
  const [before, setBefore] = useState(merchant);
  const saving = useMutation({
    mutationFn: async (wanted: Partial<Merchant>) =>
      (await api.patchMerchant({ body: changedOf(before, wanted) })).data,
    onSuccess: async (_after, wanted) => {
      // Update only the saved fields: other fields of the form still show earlier values, which must not overwrite another user's changes.
      setBefore({ ...before, ...wanted });
      work.clear();
      notify.success(t('shop.saved'));
      // Most pages show amounts or dates that depend on these settings.
      await queries.invalidateQueries();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => saving.mutate(read(textsOf(event)));
  return (
    <Card title={title}>
      <form onSubmit={submit} aria-label={title} {...touchedBy(work)}>
        <Stack>
          <FormProblem error={saving.error} beside={beside} />
          {children(fieldsOf(saving.error, t))}
          <FormEnd isBusy={saving.isPending} />
        </Stack>
      </form>
    </Card>
  );
}
