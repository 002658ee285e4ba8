import { TextInput } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

interface CodeFieldProps {
  error?: string | undefined;
  /** Accepts only a code of the app, no recovery code. */
  isAppOnly?: boolean;
  autoFocus?: boolean;
}

/** Field for a code of the authenticator app or a recovery code. Phones can fill in the code automatically. */
export function CodeField({ error, isAppOnly = false, autoFocus = false }: CodeFieldProps) {
  const { t } = useI18n();
  return (
    <TextInput
      name="code"
      label={t('code.label')}
      description={t(isAppOnly ? 'code.appHint' : 'code.hint')}
      autoComplete="one-time-code"
      inputMode={isAppOnly ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={100}
      autoFocus={autoFocus}
      data-autofocus={autoFocus ? true : undefined}
      error={error}
    />
  );
}
