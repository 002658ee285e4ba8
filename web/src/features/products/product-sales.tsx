import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { changeColour } from '../../design/figure-colours.ts';
import { LineChart } from '../../design/line-chart.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import type { ResponseData } from '../../session/types.ts';
import { changeInPercent } from './product-sales-rules.ts';

const days = 90;

/** The sales of a product and its variants by day, compared with as many days before. */
export function ProductSales({ product_id }: { product_id: string }) {
  const { t, number } = useI18n();
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'product', product_id],
    queryFn: async ({ signal }) =>
      (await api.reportSalesOfProduct({ signal, path: { id: product_id }, query: { days } })).data,
  });
  return (
    <Card title={t('product.sales', { days: number(days) })}>
      {data === undefined ? <DataPlaceholder error={error} refetch={refetch} height={110} /> : <Figures sales={data} />}
    </Card>
  );
}

function Figures({ sales }: { sales: ResponseData<'reportSalesOfProduct'> }) {
  const { t, counted, money, percent } = useI18n();
  const { series, comparison, currency } = sales;
  const change = changeInPercent(sales.total_sales, comparison.total_sales);
  const hasSales = sales.items_sold !== 0 || sales.total_sales !== 0;
  const hadSales = comparison.items_sold !== 0 || comparison.total_sales !== 0;
  if (!hasSales && !hadSales) return <Text c="dimmed">{t('product.noSales')}</Text>;
  return (
    <>
      <Group gap="sm" align="baseline">
        <Text fz={22} fw={700} className="figures">
          {money(sales.total_sales, currency)}
        </Text>
        <Text className="figures">{counted('product.sold', sales.items_sold)}</Text>
        {change !== undefined && change !== 0 && (
          <Text size="sm" fw={600} c={changeColour(change)} className="figures">
            {percent(change)}
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="figures">
        {t('product.salesBefore', {
          amount: money(comparison.total_sales, currency),
          sold: counted('product.sold', comparison.items_sold),
        })}
      </Text>
      <LineChart values={series.map(({ total_sales }) => total_sales)} />
    </>
  );
}
