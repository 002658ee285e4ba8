import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Records that are being deleted on the page that shows them, by id. */
const paused = new Set<string>();

/** For the option `enabled`: false for queries about a record that is being deleted. Every query has it by default. */
export const isAllowed = ({ queryHash }: Pick<Query, 'queryHash'>): boolean =>
  ![...paused].some((id) => queryHash.includes(id));

/**
 * For the page that deletes the record it shows. After the deletion a request for the record could only return 404, and
 * events, timers and the window's focus send such requests until the next page is there. So: `pause` before the
 * deletion, `resume` if it fails. When the page is left, what the pages know of the record is removed.
 */
export function useRecordQueries(id: string) {
  const queries = useQueryClient();
  const isAbout = ({ queryHash }: Query) => queryHash.includes(id);
  useEffect(
    () => () => {
      if (paused.delete(id)) queries.removeQueries({ predicate: ({ queryHash }) => queryHash.includes(id) });
    },
    [queries, id],
  );
  return {
    pause: async () => {
      paused.add(id);
      await queries.cancelQueries({ predicate: isAbout });
    },
    resume: () => {
      if (paused.delete(id)) void queries.invalidateQueries({ predicate: isAbout });
    },
  };
}
