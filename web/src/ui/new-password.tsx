import { PasswordInput } from '@mantine/core';

interface NewPasswordProps {
  name: string;
  label: string;
  description: string;
  error: string | undefined;
}

/** A password that is chosen here: as the service wants it, and so that the browser offers to keep it. */
export const NewPassword = (props: NewPasswordProps) => <PasswordInput {...props} autoComplete="new-password" minLength={8} required />;
