import { useDraft } from '../../session/use-draft.ts';
import { type CountDraft, emptyDraft } from './count-draft.ts';

/**
 * What was typed into a count of cash.
 * @param subject what is counted, for example the id of a shift
 */
export function useCountDraft(subject: string) {
  const { draft, change, forget } = useDraft('counts', subject, emptyDraft);
  return {
    draft,
    change: (next: CountDraft) => change(() => next),
    /** Call after the count was saved. */
    clear: forget,
  };
}
