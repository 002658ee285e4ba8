import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { FiguresTable } from './figures-table.tsx';

/** Units in stock and their value. */
export function InventoryReport({ branch }: { branch: string | undefined }) {
  const { t, money, number } = useI18n();
  const { merchant } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'inventory', branch],
    queryFn: async ({ signal }) =>
      (await api.reportInventory({ signal, query: branch === undefined ? {} : { branch_id: branch } })).data,
  });
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={320} />;
  const valueCells = ({
    units,
    value_at_cost,
    value_at_price,
  }: {
    units: number;
    value_at_cost?: number;
    value_at_price: number;
  }) => [number(units), money(value_at_cost ?? 0, merchant.currency), money(value_at_price, merchant.currency)];
  const headings = [t('reports.units'), t('reports.atCost'), t('reports.atPrice')];
  const totalRow = { id: 'whole', cells: [t('reports.whole'), ...valueCells({ ...data, units: data.total_units })] };
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card title={t('reports.byWarehouse')}>
          <FiguresTable
            label={t('reports.byWarehouse')}
            headings={[t('reports.warehouse'), ...headings]}
            rows={[
              ...data.by_warehouse.map((row) => ({
                id: row.warehouse_id,
                cells: [row.warehouse_name, ...valueCells(row)],
              })),
              totalRow,
            ]}
          />
        </Card>
        <Card title={t('reports.byCategory')}>
          <FiguresTable
            label={t('reports.byCategory')}
            headings={[t('products.category'), ...headings]}
            rows={data.by_category.map((row) => ({
              id: row.category ?? '',
              cells: [row.category ?? t('reports.noCategory'), ...valueCells(row)],
            }))}
          />
        </Card>
        <Card title={t('dashboard.lowStock')}>
          <FiguresTable
            label={t('dashboard.lowStock')}
            none={t('stock.noneLow')}
            headings={[t('products.name'), t('products.sku'), t('products.stock'), t('products.minStock')]}
            texts={2}
            rows={data.low_stock.map(({ product_id, name, sku, available, min_stock }) => ({
              id: product_id,
              cells: [name, sku, number(available), min_stock === null ? '' : number(min_stock)],
            }))}
          />
        </Card>
      </SimpleGrid>
    </Stack>
  );
}
