import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { Loading } from '../../design/feedback/error-pages.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { errorText, fieldErrors } from '../../session/error-text.ts';
import { useSession } from '../../session/session.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreview } from './import-preview.tsx';
import { RecentImports } from './recent-imports.tsx';

const kinds = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Imports products from a file, after a preview. */
export function Import() {
  const { t } = useI18n();
  const { may } = useSession();
  if (!may('catalogue:write')) return <Navigate to="/stock" search={{}} />;
  return (
    <Stack maw={1000}>
      <div>
        <TextLink to="/stock" size="sm">
          {t('stock.title')}
        </TextLink>
        <PageTitle>{t('import.title')}</PageTitle>
        <Text>{t('import.text')}</Text>
      </div>
      <ImportForm />
      <RecentImports />
    </Stack>
  );
}

function ImportForm() {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  // A file with the same name may have other contents, so each choice is previewed again.
  const [choices, setChoices] = useState(0);
  const preview = useQuery({
    queryKey: ['import preview', choices],
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (file === null ? null : await api.validateImport({ signal, body: { file } })),
  });
  const refresh = () =>
    void Promise.all(
      ['products', 'stock', 'dashboard', 'imports'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })),
    );
  const importing = useIdempotentRequest(['importRecords'], { onDone: refresh, onRejected: refresh });
  const choose = (chosen: File | null) => {
    importing.reset();
    setFile(chosen);
    setChoices(choices + 1);
  };
  const fileError =
    preview.error === null ? undefined : (fieldErrors(preview.error, t).file ?? errorText(preview.error, t));
  const isDone = importing.response !== undefined;
  return (
    <>
      <FileInput
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept={kinds}
        clearable
        clearButtonProps={{ 'aria-label': t('import.clear') }}
        maw={420}
        value={file}
        onChange={choose}
        disabled={importing.isUnknown}
        error={fileError}
      />
      {file !== null && preview.isLoading && <Loading height={160} />}
      {preview.data && !isDone && <ImportPreview preview={preview.data} />}
      <ErrorAlert error={importing.error} />
      <UnknownOutcome request={importing} />
      {file !== null && preview.data && !isDone && (
        <Group>
          <Button
            onClick={() => importing.send('importRecords', { body: { file } })}
            loading={importing.isPending}
            disabled={preview.data.preview.length === 0 || importing.isUnknown}
          >
            {t(preview.data.valid ? 'import.start' : 'import.startRest')}
          </Button>
        </Group>
      )}
      {importing.response !== undefined && <ImportOutcome outcome={importing.response} />}
    </>
  );
}
