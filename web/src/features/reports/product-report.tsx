import { Select, Stack } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { SearchField } from '../../design/forms/search-field.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { LoadMore, useCursorPages } from '../../design/lists/load-more.tsx';
import { RowLink } from '../../design/lists/row-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { queryOf } from './breakdown.tsx';
import { type Column, cellOf, chartedColumn, columnsFor, figureColumns, narrowOf, textOf } from './columns.ts';
import { FiguresTable } from './figures-table.tsx';
import { ReportChart } from './report-chart.tsx';
import { type Days, productSorts, type ReportsView } from './view.ts';

type ProductRow = RowOf<'reportSalesByProduct'>;

interface ProductReportProps {
  days: Days;
  view: ReportsView;
  onChange(change: { search?: string | undefined; sort?: ReportsView['sort'] | undefined }): void;
}

const page_rows = 100;

/** All products with sales or refunds, page by page. A name leads to its product. */
export function ProductReport({ days, view: { branch, search, sort }, onChange }: ProductReportProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { merchant, may } = useSession();
  const query = { ...queryOf(days, branch), ...(search === undefined ? {} : { search }), sort: sort ?? '-revenue' };
  const list = useCursorPages<ProductRow>(['reports', 'products', query], (cursor, signal) =>
    api.reportSalesByProduct({ signal, query: { ...query, limit: page_rows, ...cursor } }),
  );
  const shown = columnsFor<ProductRow>(figureColumns as readonly Column<ProductRow>[], may);
  const label = t('reports.about.products');
  const charted = chartedColumn(shown, sort);
  const nameOf = ({ name }: ProductRow) => name ?? t('reports.withoutProduct');
  const headings = [t('products.name'), t('products.sku'), ...shown.map((column) => t(column.title))];
  return (
    <Stack>
      <FilterBar>
        <SearchField label={t('products.search')} value={search} onSearch={(text) => onChange({ search: text })} />
        <Select
          label={t('reports.order')}
          allowDeselect={false}
          value={sort ?? '-revenue'}
          onChange={(next) => onChange({ sort: productSorts.find((known) => known === next) })}
          data={(['-revenue', ...productSorts] as const).map((value) => ({
            value,
            label: t(`reports.order.${value}`),
          }))}
        />
      </FilterBar>
      {list.rows !== undefined && charted !== undefined && (
        <ReportChart
          title={t(charted.title)}
          rows={list.rows}
          nameOf={nameOf}
          figureOf={(row) => cellOf(row, charted) ?? 0}
          kind={charted.kind}
        />
      )}
      <Card title={label}>
        {list.rows === undefined ? (
          <DataPlaceholder error={list.error} refetch={list.refetch} height={360} />
        ) : (
          <FiguresTable
            label={label}
            narrow={narrowOf(shown, 2)}
            texts={2}
            headings={headings}
            none={search === undefined ? t('dashboard.nothing') : t('app.nothingFound')}
            rows={list.rows.map((row) => ({
              id: row.product_id ?? '',
              cells: [
                row.product_id === null ? (
                  nameOf(row)
                ) : (
                  <RowLink key="product" to="/products/$id" id={row.product_id}>
                    {nameOf(row)}
                  </RowLink>
                ),
                row.sku ?? '',
                ...shown.map((column) => textOf(row, column, i18n, merchant.currency)),
              ],
            }))}
          />
        )}
        <LoadMore list={list} />
      </Card>
    </Stack>
  );
}
