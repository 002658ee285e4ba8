import { Alert } from '@mantine/core';
import type { NameOfLine } from '../../language/error-messages.ts';
import { useI18n } from '../../language/i18n.tsx';
import { TillhouseError } from '../../session/api.ts';
import { errorText, fieldErrors } from '../../session/error-text.ts';
import { areShown } from '../forms/form-values.ts';

interface ErrorAlertProps {
  error: unknown;
  /** Names a line of a sale, so that a shortage says which product is short. */
  nameOf?: NameOfLine;
}

/** The sign-in dialog handles these errors, so the page shows none. */
const isSessionError = (error: unknown): boolean =>
  error instanceof TillhouseError && ['UNAUTHENTICATED', 'TOKEN_EXPIRED'].includes(error.code);

/** Shows an error next to what caused it. Renders nothing without an error. */
export function ErrorAlert({ error, nameOf }: ErrorAlertProps) {
  const { t } = useI18n();
  if (error === null || error === undefined || isSessionError(error)) return null;
  return (
    <Alert color="red" role="alert">
      {errorText(error, t, nameOf)}
    </Alert>
  );
}

interface FormErrorAlertProps extends ErrorAlertProps {
  /** Fields that show their own errors. */
  fields: readonly string[];
}

/** Shows the error of a form, unless its fields show all of it. */
export function FormErrorAlert({ error, fields, nameOf }: FormErrorAlertProps) {
  const isShownByFields = areShown(Object.keys(fieldErrors(error)), fields);
  return <ErrorAlert error={isShownByFields ? null : error} {...(nameOf === undefined ? {} : { nameOf })} />;
}
