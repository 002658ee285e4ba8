import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

/** Field for a password. The name of its button is in the language of the page; the library's own is English. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useI18n();
  return <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': t('password.visibility') }} />;
}
