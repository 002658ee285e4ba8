import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { Card } from '../../ui/card.tsx';
import { Failed } from '../../ui/failures.tsx';
import { FiguresTable } from './figures-table.tsx';

/** Units in stock and their value. */
export function InventoryReport({ branch }: { branch: string | undefined }) {
  const { t, money, number } = useI18n();
  const { merchant, may } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'inventory', branch],
    queryFn: async ({ signal }) =>
      (await api.reportInventory({ signal, query: branch === undefined ? {} : { branch_id: branch } })).data,
  });
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={320} />;
  const seesCosts = may('costs:read');
  const worth = ({
    units,
    value_at_cost,
    value_at_price,
  }: {
    units: number;
    value_at_cost?: number;
    value_at_price: number;
  }) => [
    number(units),
    ...(seesCosts ? [money(value_at_cost ?? 0, merchant.currency)] : []),
    money(value_at_price, merchant.currency),
  ];
  const heads = [t('reports.units'), ...(seesCosts ? [t('reports.atCost')] : []), t('reports.atPrice')];
  const whole = { id: 'whole', cells: [t('reports.whole'), ...worth({ ...data, units: data.total_units })] };
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card title={t('reports.byWarehouse')}>
          <FiguresTable
            label={t('reports.byWarehouse')}
            heads={[t('reports.warehouse'), ...heads]}
            rows={[
              ...data.by_warehouse.map((row) => ({ id: row.warehouse_id, cells: [row.warehouse_name, ...worth(row)] })),
              whole,
            ]}
          />
        </Card>
        <Card title={t('reports.byCategory')}>
          <FiguresTable
            label={t('reports.byCategory')}
            heads={[t('products.category'), ...heads]}
            rows={data.by_category.map((row) => ({
              id: row.category ?? '',
              cells: [row.category ?? t('reports.noCategory'), ...worth(row)],
            }))}
          />
        </Card>
        <Card title={t('dashboard.lowStock')}>
          <FiguresTable
            label={t('dashboard.lowStock')}
            none={t('stock.noneLow')}
            heads={[t('products.name'), t('products.sku'), t('products.stock'), t('products.minStock')]}
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
