import { type KeptDraft, useDraft } from '../../../session/use-draft.ts';
import { emptyList, type ListDraft, type ListKind } from './draft-rules.ts';
import type { ListLine } from './line-rules.ts';

export type KeptList = KeptDraft<ListDraft> & {
  changeLines(update: (before: readonly ListLine[]) => readonly ListLine[]): void;
};

export function useListDraft(kind: ListKind): KeptList {
  const kept = useDraft('stock-lists', kind, emptyList);
  return {
    ...kept,
    changeLines: (update) => kept.change((before) => ({ ...before, lines: update(before.lines) })),
  };
}
