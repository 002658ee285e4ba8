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

/** The password is asked for in place; once it is given, nothing is wrong any more. */
const isOfSessionEnd = (error: unknown): boolean =>
  error instanceof TillhouseError && ['UNAUTHENTICATED', 'TOKEN_EXPIRED'].includes(error.code);

/** What went wrong, where it went wrong; nothing as long as nothing did. */
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
  /** The fields that say by themselves what is wrong with them. */
  beside: readonly string[];
}

/** What went wrong with a form, where its fields do not say it. */
export function FormProblem({ error, beside, nameOf }: FormProblemProps) {
  const named = Object.keys(fieldsOf(error));
  const isSaid = named.length > 0 && named.every((field) => beside.includes(field));
  return <Problem error={isSaid ? null : error} {...(nameOf === undefined ? {} : { nameOf })} />;
}
