import type { ActiveFilter } from '../../design/lists/view-bar.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { SalesView } from './view.ts';

/** The active filters of the list of sales, in words. */
export function useActiveFilters({ search, status, branch, from, to }: SalesView): ActiveFilter[] {
  const { t, day } = useI18n();
  const { branches } = useSession();
  const named = (name: string, value: string) => t('list.filter', { name, value });
  const branchName = branches.find(({ id }) => id === branch)?.name ?? branch;
  return [
    search !== undefined && { name: 'search', text: t('list.search', { text: search }) },
    status !== undefined && { name: 'status', text: named(t('sales.status'), t(`sales.status.${status}`)) },
    branchName !== undefined && { name: 'branch', text: named(t('dashboard.branch'), branchName) },
    from !== undefined && { name: 'from', text: named(t('days.from'), day(from)) },
    to !== undefined && { name: 'to', text: named(t('days.to'), day(to)) },
  ].filter((filter) => filter !== false);
}
