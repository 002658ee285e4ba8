import { Table, VisuallyHidden } from '@mantine/core';
import { BarChart } from '../../design/bar-chart.tsx';
import { useI18n } from '../../language/i18n.tsx';
import type { Summary } from './key-figures.tsx';

/** Sales by hour or by day, with a table for screen readers. */
export function SalesChart({ summary: { series, currency } }: { summary: Summary }) {
  const { t, money, day } = useI18n();
  const bars = series.map(({ period, total_sales }) => ({ label: day(period), value: total_sales }));
  return (
    <>
      <BarChart bars={bars} format={(value) => money(value, currency)} />
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
