import { useQueries } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { Loading } from '../../design/feedback/error-pages.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { branchesToCompare } from './figures.ts';
import { FiguresTable } from './figures-table.tsx';
import type { Days } from './view.ts';

/** Sales of the branches side by side. Hidden for a single branch. */
export function ByBranch({ days }: { days: Days }) {
  const { t, money, number } = useI18n();
  const { merchant, branches } = useSession();
  const shown = branchesToCompare(branches);
  const responses = useQueries({
    queries: shown.map(({ id }) => ({
      queryKey: ['reports', 'sales', days, 'of', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.reportSales({ signal, query: { ...days, branch_id: id } })).data,
    })),
  });
  if (shown.length === 0) return null;
  const rows = shown.flatMap(({ id, name }, index) => {
    const summary = responses[index]?.data;
    return summary === undefined
      ? []
      : [{ id, cells: [name, number(summary.total_transactions), money(summary.total_sales, merchant.currency)] }];
  });
  return (
    <Card title={t('reports.branches')}>
      {rows.length < shown.length ? (
        <Loading height={80} />
      ) : (
        <FiguresTable
          label={t('reports.branches')}
          headings={[t('dashboard.branch'), t('reports.transactions'), t('reports.total')]}
          rows={rows}
        />
      )}
    </Card>
  );
}
