import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { Card } from '../../../design/card.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { changedFields } from '../../../design/forms/changed-fields.ts';
import { useSaveSection } from '../../../design/forms/save-sections.tsx';
import { trackChanges } from '../../../design/forms/unsaved.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { fieldErrors } from '../../../session/error-text.ts';
import { useSession } from '../../../session/session.tsx';
import type { Merchant } from '../../../session/types.ts';

interface SettingsFormProps {
  title: string;
  /** Converts the form's texts to fields of the service. */
  read(texts: Readonly<Record<string, string>>): Partial<Merchant>;
  /** Fields that show their own errors. */
  fields: readonly string[];
  /** The fields; `errors` has their errors. */
  children(errors: Readonly<Record<string, string>>): ReactNode;
}

/** A group of settings, saved by the bar of the page. Only changed fields are sent. */
export function SettingsForm({ title, read, fields, children }: SettingsFormProps) {
  const { t } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const [before, setBefore] = useState(merchant);
  const saving = useMutation({
    mutationFn: async (input: Partial<Merchant>) =>
      (await api.patchMerchant({ body: changedFields(before, input) })).data,
    onSuccess: async (_after, input) => {
      // Update only the saved fields: other fields of the form still show earlier values, which must not overwrite
      // another user's changes.
      setBefore({ ...before, ...input });
      unsaved.clear();
      notify.success(t('shop.saved'), 'settings saved');
      // Most pages show amounts or dates that depend on these settings.
      await queries.invalidateQueries();
    },
  });
  const { form, unsaved } = useSaveSection(saving);
  const submit = (event: FormEvent<HTMLFormElement>) => saving.mutate(read(textsOf(event)));
  return (
    <Card title={title}>
      <form ref={form} onSubmit={submit} aria-label={title} {...trackChanges(unsaved)}>
        <Stack>
          <FormErrorAlert error={saving.error} fields={fields} />
          {children(fieldErrors(saving.error, t))}
          <button type="submit" hidden />
        </Stack>
      </form>
    </Card>
  );
}
