import { BarChart } from '../../design/bar-chart.tsx';
import { Card } from '../../design/card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';

/** More bars have no room for their names. */
export const bars_at_most = 12;
const label_letters = 14;
const shortened = (name: string) => (name.length > label_letters ? `${name.slice(0, label_letters - 1)}…` : name);

interface ReportChartProps<Row> {
  title: string;
  rows: readonly Row[];
  nameOf(row: Row): string;
  figureOf(row: Row): number;
  kind?: 'money' | 'count' | 'percent';
}

/** The first rows of a report as bars. A single row has nothing to be compared with, so it has no chart. */
export function ReportChart<Row>({ title, rows, nameOf, figureOf, kind = 'money' }: ReportChartProps<Row>) {
  const { money, number, share } = useI18n();
  const { merchant } = useSession();
  const formats = { money: (value: number) => money(value, merchant.currency), count: number, percent: share };
  const bars = rows.slice(0, bars_at_most).map((row) => ({ label: shortened(nameOf(row)), value: figureOf(row) }));
  if (bars.length < 2) return null;
  return (
    <Card title={title}>
      <BarChart bars={bars} format={formats[kind]} />
    </Card>
  );
}
