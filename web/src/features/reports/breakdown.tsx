import { Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import type { TextName } from '../../language/en-audit.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { type Column, cellOf, columnsFor, narrowOf, textOf, totalsOf } from './columns.ts';
import { FiguresTable } from './figures-table.tsx';
import { ReportChart } from './report-chart.tsx';
import type { Days, OtherReport } from './view.ts';

/** The scope of a report as query parameters of the service. */
export interface ReportQuery extends Days {
  branch_id?: string;
}

export const queryOf = (days: Days, branch: string | undefined): ReportQuery => ({
  ...days,
  ...(branch === undefined ? {} : { branch_id: branch }),
});

interface BreakdownProps<Row> {
  about: OtherReport;
  days: Days;
  branch: string | undefined;
  /** Heading of the first column. */
  title: TextName;
  columns: readonly Column<Row>[];
  load(query: ReportQuery, signal: AbortSignal): Promise<readonly Row[]>;
  keyOf(row: Row): string;
  nameOf(row: Row): string;
  /** The name as a link. */
  linkOf?(row: Row): ReactNode;
  /** The column that a chart shows. */
  chart: Column<Row>['name'];
  none?: string;
}

/** A report whose rows are loaded at once: a chart, a table with sums, and a file. */
export function Breakdown<Row>({ about, days, branch, title, columns, load, ...props }: BreakdownProps<Row>) {
  const { keyOf, nameOf, linkOf, chart, none } = props;
  const i18n = useI18n();
  const { t, money } = i18n;
  const { merchant, may } = useSession();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['reports', about, days, branch],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => load(queryOf(days, branch), signal),
  });
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={360} />;
  const shown = columnsFor(columns, may);
  const label = t(`reports.about.${about}`);
  const headings = [t(title), ...shown.map((column) => t(column.title))];
  const totals = totalsOf(data, shown).map((total, at) => {
    const column = shown[at];
    if (total === undefined || column === undefined) return '';
    return column.kind === 'money' ? money(total, merchant.currency) : i18n.number(total);
  });
  const charted = shown.find(({ name }) => name === chart);
  return (
    <Stack opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
      {charted !== undefined && (
        <ReportChart
          title={t(charted.title)}
          rows={data}
          nameOf={nameOf}
          figureOf={(row) => cellOf(row, charted) ?? 0}
          kind={charted.kind}
        />
      )}
      <Card title={label}>
        <FiguresTable
          label={label}
          narrow={narrowOf(shown, 1)}
          headings={headings}
          rows={data.map((row) => ({
            id: keyOf(row),
            cells: [
              linkOf?.(row) ?? nameOf(row),
              ...shown.map((column) => textOf(row, column, i18n, merchant.currency)),
            ],
          }))}
          totals={data.length > 1 ? [t('reports.whole'), ...totals] : undefined}
          {...(none === undefined ? {} : { none })}
        />
      </Card>
    </Stack>
  );
}
