import { Alert } from '@mantine/core';
import { useSpeech } from '../language/language.tsx';
import { fieldsOf, sentenceOf } from './sentence.ts';

/** What went wrong, where it went wrong; nothing as long as nothing did. */
export function Problem({ error }: { error: unknown }) {
  const { t } = useSpeech();
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {sentenceOf(error, t)}
    </Alert>
  );
}

interface FormProblemProps {
  error: unknown;
  /** The fields that say by themselves what is wrong with them. */
  beside: readonly string[];
}

/** What went wrong with a form, where its fields do not say it. */
export function FormProblem({ error, beside }: FormProblemProps) {
  const named = Object.keys(fieldsOf(error));
  const isSaid = named.length > 0 && named.every((field) => beside.includes(field));
  return <Problem error={isSaid ? null : error} />;
}
