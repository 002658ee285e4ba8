import type { I18n } from '../language/create-i18n.ts';

interface Branch {
  id: string;
  name: string;
}

/** Names the branches that a person or key is limited to. @param ids null for all branches */
export const branchNames = (ids: readonly string[] | null, branches: readonly Branch[], t: I18n['t']): string =>
  ids === null
    ? t('dashboard.allBranches')
    : ids.map((id) => branches.find((branch) => branch.id === id)?.name ?? id).join(', ');
