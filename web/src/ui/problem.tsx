import { Alert } from '@mantine/core';
import { useI18n } from '../language/i18n.tsx';
import type { NameOfLine } from '../lib/error-messages.ts';
import { TillhouseError } from '../session/api.ts';
import { fieldsOf, sentenceOf } from './sentence.ts';

interface ProblemProps {
  error: unknown;
  /** Names a line of a sale, so that a shortage says which product is short. */
  nameOf?: NameOfLine;
}

/** The sign-in dialog handles these errors, so the page shows none. */
const isOfSessionEnd = (error: unknown): boolean =>
  error instanceof TillhouseError && ['UNAUTHENTICATED', 'TOKEN_EXPIRED'].includes(error.code);

/** Shows an error next to what caused it. Renders nothing without an error. */
export function Problem({ error, nameOf }: ProblemProps) {
  const { t } = useI18n();
  if (error === null || error === undefined || isOfSessionEnd(error)) return null;
  return (
    <Alert color="red" role="alert">
      {sentenceOf(error, t, nameOf)}
    </Alert>
  );
}

interface FormProblemProps extends ProblemProps {
  /** Fields that show their own errors. */
  beside: readonly string[];
}

/** Shows the error of a form, unless its fields show all of it. */
export function FormProblem({ error, beside, nameOf }: FormProblemProps) {
  const named = Object.keys(fieldsOf(error));
  const isSaid = named.length > 0 && named.every((field) => beside.includes(field));
  return <Problem error={isSaid ? null : error} {...(nameOf === undefined ? {} : { nameOf })} />;
}
