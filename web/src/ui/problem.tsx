import { Alert } from '@mantine/core';
import { sentenceOf } from './sentence.ts';

/** What went wrong, where it went wrong; nothing as long as nothing did. */
export function Problem({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {sentenceOf(error)}
    </Alert>
  );
}
