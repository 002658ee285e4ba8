import { Button, Group, Stack, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../design/card.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { Loading } from '../../design/feedback/error-pages.tsx';
import { type ColumnChoice, ColumnMapping } from '../../design/forms/column-mapping.tsx';
import { textOf, withoutUndefined } from '../../design/forms/form-values.ts';
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
import { ImportErrors } from '../stock/import-errors.tsx';
import { ImportOutcome } from '../stock/import-outcome.tsx';

const fields = ['name', 'firstName', 'lastName', 'email', 'phone', 'address', 'points'] as const;
const template =
  'name,email,phone,address,points\r\nAda Lovelace,ada@example.com,+44 20 7946 0000,12 St James’s Square,120\r\n';

/** Imports customers from a file, after a preview. */
export function ImportCustomers() {
  const { t } = useI18n();
  const { may } = useSession();
  if (!may('customers:write')) return <Navigate to="/customers" search={{}} />;
  return (
    <Stack maw={1000}>
      <ImportHead
        list={
          <TextLink to="/customers" size="sm">
            {t('customers.title')}
          </TextLink>
        }
        title={t('customerImport.title')}
        text={t('customerImport.text')}
        template={{ name: 'customers.csv', content: template }}
      />
      <ImportForm />
    </Stack>
  );
}

interface Choice {
  mapping: ColumnChoice;
  calling_code: string;
}

function ImportForm() {
  const { t } = useI18n();
  const { may } = useSession();
  const [file, setFile] = useState<File | null>(null);
  // A file with the same name may have other contents, so each choice is previewed again.
  const [choice_id, renewChoice] = useVersion();
  const [edited, setEdited] = useState<Choice>();
  const [wanted, setWanted] = useState<Choice>();
  const columns = useQuery({
    queryKey: ['customer columns', choice_id],
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (file === null ? null : await api.readCustomerColumns({ signal, body: { file } })),
  });
  const choice = edited ?? (columns.data ? { mapping: columns.data.mapping, calling_code: '' } : undefined);
  const body = file === null || wanted === undefined ? undefined : { file, ...formFields(wanted) };
  const preview = useQuery({
    queryKey: ['customer import preview', choice_id, wanted],
    enabled: body !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (body === undefined) return null;
      const found = await api.validateCustomerImport({ signal, body });
      if (!found.valid) await loadErrorMessages();
      return found;
    },
  });
  const importing = useIdempotentRequest(['importCustomers'], {
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
  const error = preview.error ?? columns.error;
  const errors = fieldErrors(error, t);
  const isOfChoice = Object.keys(errors).some((field) => /^(mapping|calling_code)/.test(field));
  const outcome = importing.response;
  const isChecked = wanted !== undefined && JSON.stringify(wanted) === JSON.stringify(choice);
  const isLocked = importing.isPending || importing.isUnknown;
  return (
    <>
      <ImportFile
        value={file}
        onChoose={choose}
        disabled={isLocked}
        error={error === null || isOfChoice ? undefined : (errors.file ?? errorText(error, t))}
      />
      {columns.data && choice !== undefined && outcome === undefined && (
        <Card title={t('mapping.title')}>
          <Stack gap="sm">
            <ColumnMapping
              columns={columns.data.columns}
              fields={fields.map((name) => ({
                name,
                label: t(`customerImport.field.${name}`),
                isMultiple: name === 'address',
                error: errors[`mapping.${name}`],
              }))}
              choice={choice.mapping}
              disabled={isLocked}
              onChange={(mapping) => setEdited({ ...choice, mapping })}
            />
            <TextInput
              label={t('customerImport.code')}
              description={t('customerImport.codeNote')}
              placeholder="+44"
              maw={220}
              disabled={isLocked}
              error={errors.calling_code}
              value={choice.calling_code}
              onChange={(event) => setEdited({ ...choice, calling_code: event.currentTarget.value })}
            />
            {!isChecked && (
              <Group>
                <Button variant="default" onClick={() => setWanted(choice)}>
                  {t('import.check')}
                </Button>
              </Group>
            )}
          </Stack>
        </Card>
      )}
      {(columns.isLoading || preview.isLoading) && <Loading height={160} />}
      {preview.data && isChecked && outcome === undefined && (
        <>
          <ImportErrors {...preview.data} />
          <CustomerPreview rows={preview.data.preview} />
        </>
      )}
      <ErrorAlert error={importing.error} />
      <UnknownOutcome request={importing} />
      {body !== undefined && preview.data && isChecked && outcome === undefined && (
        <Group>
          <Button
            onClick={() => importing.send('importCustomers', { body })}
            loading={importing.isPending}
            disabled={preview.data.preview.length === 0 || importing.isUnknown}
          >
            {t(preview.data.valid ? 'import.start' : 'import.startRest')}
          </Button>
        </Group>
      )}
      {outcome !== undefined && (
        <ImportOutcome outcome={outcome} link={<TextLink to="/customers">{t('customerImport.toCustomers')}</TextLink>}>
          {may('catalogue:write') && (
            <TextLink to="/stock/import" size="sm">
              {t('customerImport.undo')}
            </TextLink>
          )}
        </ImportOutcome>
      )}
    </>
  );
}

function CustomerPreview({
  rows,
}: {
  rows: { name: string; email: string | null; phone: string | null; points: number }[];
}) {
  const { t, counted, number } = useI18n();
  if (rows.length === 0) return null;
  return (
    <Card title={counted('customerImport.preview', rows.length)}>
      <Table.ScrollContainer type="native" minWidth={560} tabIndex={0} aria-label={t('import.previewed')} role="region">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('customerImport.field.name')}</Table.Th>
              <Table.Th>{t('customerImport.field.email')}</Table.Th>
              <Table.Th>{t('customerImport.field.phone')}</Table.Th>
              <Table.Th className="number">{t('customerImport.field.points')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, email, phone, points }) => (
              <Table.Tr key={`${name} ${email} ${phone}`}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{email}</Table.Td>
                <Table.Td>{phone}</Table.Td>
                <Table.Td className="number">{number(points)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

const formFields = ({ mapping, calling_code }: Choice) => ({
  mapping: JSON.stringify(mapping),
  ...withoutUndefined({ calling_code: textOf(calling_code) }),
});
