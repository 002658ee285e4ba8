import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { Loading } from '../../design/feedback/error-pages.tsx';
import { ImportFile } from '../../design/forms/import-file.tsx';
import { ImportHead } from '../../design/forms/import-head.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useVersion } from '../../design/use-version.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { loadErrorMessages } from '../../session/error-messages.ts';
import { errorText, fieldErrors } from '../../session/error-text.ts';
import { afterImport } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { ImportCertificate } from './import-certificate.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type Choice, firstChoice, formFields, isComplete } from './import-rules.ts';
import { importTemplate } from './import-template.ts';
import { warehousesQuery } from './levels.ts';
import { RecentImports } from './recent-imports.tsx';

/** Imports products from a file, after a preview. */
export function Import() {
  const { t, language } = useI18n();
  const { may, merchant } = useSession();
  if (!may('catalogue:write')) return <Navigate to="/stock" search={{}} />;
  return (
    <Stack maw={1000}>
      <ImportHead
        list={
          <TextLink to="/stock" size="sm">
            {t('stock.title')}
          </TextLink>
        }
        title={t('import.title')}
        text={t('import.text')}
        template={{ name: 'products.csv', content: importTemplate(language, merchant.currency) }}
      />
      <ImportForm />
      <RecentImports />
    </Stack>
  );
}

function ImportForm() {
  const { t } = useI18n();
  const [file, setFile] = useState<File | null>(null);
  // A file with the same name may have other contents, so each choice is previewed again.
  const [choice_id, renewChoice] = useVersion();
  const columns = useQuery({
    queryKey: ['import columns', choice_id],
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (file === null ? null : await api.readImportColumns({ signal, body: { file } })),
  });
  const { data: warehouses } = useQuery(warehousesQuery);
  const [edited, setEdited] = useState<Choice>();
  // The choice that a person wants to be previewed; the first one, if it is complete.
  const [wanted, setWanted] = useState<Choice>();
  const first = columns.data && warehouses !== undefined ? firstChoice(columns.data, warehouses) : undefined;
  const choice = edited ?? first;
  const checked =
    wanted ?? (columns.data && first !== undefined && isComplete(columns.data, first) ? first : undefined);
  const body =
    file === null || !columns.data || checked === undefined
      ? undefined
      : { file, ...formFields(columns.data, checked) };
  const preview = useQuery({
    queryKey: ['import preview', choice_id, checked],
    enabled: body !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (body === undefined) return null;
      const found = await api.validateImport({ signal, body });
      if (!found.valid) await loadErrorMessages();
      return found;
    },
  });
  const importing = useIdempotentRequest(['importRecords'], {
    onDone: afterImport,
    onRejected: () => void afterImport(),
  });
  const choose = (chosen: File | null) => {
    importing.reset();
    setFile(chosen);
    setEdited(undefined);
    setWanted(undefined);
    renewChoice();
  };
  const errors = fieldErrors(preview.error ?? columns.error, t);
  const isOfChoice = Object.keys(errors).some((field) => /^(mapping|stock_columns|warehouse_id)/.test(field));
  const error = preview.error ?? columns.error;
  const fileError = error === null || isOfChoice ? undefined : (errors.file ?? errorText(error, t));
  const isChecked = checked !== undefined && choice !== undefined && JSON.stringify(checked) === JSON.stringify(choice);
  const isLocked = importing.isPending || importing.isUnknown;
  const isDone = importing.response !== undefined;
  return (
    <>
      <ImportFile value={file} onChoose={choose} disabled={isLocked} error={fileError} />
      {columns.data && columns.data.source !== 'tillhouse' && choice !== undefined && !isDone && (
        <ImportColumns
          columns={columns.data}
          choice={choice}
          warehouses={warehouses ?? []}
          errors={errors}
          disabled={isLocked}
          onChange={setEdited}
          onPreview={isChecked ? undefined : () => setWanted(choice)}
        />
      )}
      {file !== null && (columns.isLoading || preview.isLoading) && <Loading height={160} />}
      {preview.data && isChecked && !isDone && <ImportPreview preview={preview.data} />}
      <ErrorAlert error={importing.error} />
      <UnknownOutcome request={importing} />
      {body !== undefined && preview.data && isChecked && !isDone && (
        <Group>
          <Button
            onClick={() => importing.send('importRecords', { body })}
            loading={importing.isPending}
            disabled={preview.data.preview.length === 0 || importing.isUnknown}
          >
            {t(preview.data.valid ? 'import.start' : 'import.startRest')}
          </Button>
        </Group>
      )}
      {importing.response !== undefined && (
        <ImportOutcome
          outcome={importing.response}
          link={<TextLink to="/products">{t('import.toProducts')}</TextLink>}
        />
      )}
      {isDone && preview.data && <ImportCertificate totals={preview.data.totals} />}
    </>
  );
}
