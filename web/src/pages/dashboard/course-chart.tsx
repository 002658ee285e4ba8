import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Table, VisuallyHidden } from '@mantine/core';
import { useSpeech } from '../../language/language.tsx';
import type { Summary } from './figures.tsx';

/** What was sold hour by hour, or day by day; as a table for who does not see it. */
export function CourseChart({ summary: { series, currency } }: { summary: Summary }) {
  const { t, money, day } = useSpeech();
  const label = t('dashboard.sales');
  const data = series.map(({ period, total_sales }) => ({ period: day(period), [label]: total_sales }));
  return (
    <>
      <div aria-hidden="true">
        <BarChart
          h={260}
          data={data}
          dataKey="period"
          series={[{ name: label, color: 'blue.6' }]}
          valueFormatter={(value) => money(value, currency)}
          tickLine="y"
          yAxisProps={{ width: 90 }}
          barProps={{ isAnimationActive: false, radius: 3 }}
          // Nobody can stop on a bar by keys: the table below says the same.
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <VisuallyHidden>
        <Table>
          <Table.Caption>{t('dashboard.asTable')}</Table.Caption>
          <Table.Tbody>
            {series.map(({ period, total_sales }) => (
              <Table.Tr key={period}>
                <Table.Th scope="row">{day(period)}</Table.Th>
                <Table.Td>{money(total_sales, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
    </>
  );
}
