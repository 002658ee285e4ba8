import { type ChangeEvent, useId, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { PasswordField } from './password-field.tsx';
import { isCommonIn, passwordsIn } from './password-rules.ts';

interface NewPasswordProps {
  name: string;
  label: string;
  description: string;
  error: string | undefined;
  /** Focuses this field first. */
  autoFocus?: boolean;
}

/** Common passwords in lower case. Loaded only when a password is chosen, because the list is as large as a page. */
let common: Promise<ReadonlySet<string>> | undefined;
const commonPasswords = () => {
  common ??= import('@tillhouse/core/common-passwords.txt?raw').then(({ default: text }) => passwordsIn(text));
  return common;
};

/** Field for a new password. The common-password check runs in the browser; nothing is sent while the user types. */
export function NewPassword({ error, ...field }: NewPasswordProps) {
  const { t } = useI18n();
  const hint = useId();
  const [isCommon, setCommon] = useState(false);
  const checkCommon = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { value } = currentTarget;
    // Without the list there is no warning here; the service checks the password too.
    const known = await commonPasswords().catch((): ReadonlySet<string> => new Set());
    if (currentTarget?.value === value || currentTarget === null) setCommon(isCommonIn(known, value));
  };
  return (
    <div>
      <PasswordField
        {...field}
        autoComplete="new-password"
        minLength={8}
        required
        error={error}
        aria-describedby={hint}
        onFocus={() => void commonPasswords().catch(() => undefined)}
        onChange={(event) => void checkCommon(event)}
      />
      <div id={hint} role="status" className="common-password">
        {isCommon && t('password.common')}
      </div>
    </div>
  );
}
