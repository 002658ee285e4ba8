import { Alert, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { downloadFile } from '../../design/lists/download-file.ts';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { fieldErrors } from '../../session/error-text.ts';
import { useSession } from '../../session/session.tsx';
import { fileNameOf, type PostingFormat, settingOf } from './posting-rules.ts';
import type { Closure } from './register-queries.ts';

/** Downloads the postings of a closure as a file for the accountant. */
export function usePostings(closure: Closure) {
  return useMutation({
    mutationFn: async (format: PostingFormat) => ({
      format,
      file: await api.exportPostings({ path: { id: closure.id }, query: { format } }),
    }),
    onSuccess: ({ format, file }) => downloadFile(file, fileNameOf(closure, format)),
  });
}

/** Why there is no file. What is missing in the accounts is named, with a link for those who may change it. */
export function PostingsRefusal({ error }: { error: unknown }) {
  const { t, number } = useI18n();
  const { may } = useSession();
  const methodName = usePaymentMethodName();
  const missing = Object.entries(fieldErrors(error, t));
  if (missing.length === 0) return <ErrorAlert error={error} />;
  const nameOf = (field: string) => {
    const setting = settingOf(field);
    if (setting === undefined) return field;
    if (setting.kind === 'method') return methodName(setting.method);
    return t(setting.text, setting.rate === undefined ? {} : { rate: number(setting.rate) });
  };
  return (
    <Alert color="red" role="alert" className="closure-actions">
      <Stack gap="xs">
        <List size="sm">
          {missing.map(([field, message]) => (
            <List.Item key={field}>
              <Text span size="sm">
                {t('error.ofField', { field: nameOf(field), message })}
              </Text>
            </List.Item>
          ))}
        </List>
        {may('merchant:write') && (
          <TextLink to="/settings/accounting" c="inherit" underline="always">
            {t('accounting.toSettings')}
          </TextLink>
        )}
      </Stack>
    </Alert>
  );
}
