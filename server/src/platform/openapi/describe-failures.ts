import { errorCatalogue } from '../../core/errors.ts';
import { statusByKind } from '../http/errors.ts';

/** Every error code with its status and meaning, as a table in Markdown. */
export function describeFailures(): string {
  const rows = Object.entries(errorCatalogue)
    .map(([code, { kind, meaning }]) => ({ code, meaning, status: statusByKind[kind] }))
    .sort((a, b) => a.status - b.status)
    .map(({ code, meaning, status }) => `| \`${code}\` | ${status} | ${meaning} |`);
  return ['| Code | Status | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
