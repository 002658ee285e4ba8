import { PasswordField } from './password-field.tsx';

interface PinFieldProps {
  name: string;
  label: string;
  description: string;
  error: string | undefined;
  required?: boolean;
}

/** Field for a new PIN. Browsers do not store it as a password. */
export function PinField(props: PinFieldProps) {
  return (
    <PasswordField {...props} autoComplete="off" inputMode="numeric" pattern="[0-9]{4,8}" minLength={4} maxLength={8} />
  );
}
