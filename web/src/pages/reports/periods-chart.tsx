import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useSpeech } from '../../language/language.tsx';
import { useSession } from '../../session/session.tsx';

interface PeriodsChartProps {
  periods: readonly { period: string; total_sales: number }[];
}

/** One bar for each period; the table on the same page says the same to who does not see it. */
export function PeriodsChart({ periods }: PeriodsChartProps) {
  const { t, money } = useSpeech();
  const { merchant } = useSession();
  const label = t('dashboard.sales');
  return (
    <div aria-hidden="true" className="chart">
      <BarChart
        h={280}
        data={periods.map(({ period, total_sales }) => ({ period, [label]: total_sales }))}
        dataKey="period"
        series={[{ name: label, color: 'blue.6' }]}
        valueFormatter={(value) => money(value, merchant.currency)}
        tickLine="y"
        yAxisProps={{ width: 90 }}
        barProps={{ isAnimationActive: false, radius: 3 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
