import { Text, VisuallyHidden } from '@mantine/core';
import { BarChart } from '../../design/bar-chart.tsx';
import { Card } from '../../design/card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { Summary } from './figures.ts';
import { chartParts, hourOf } from './series.ts';
import { useDaysName } from './use-days-name.ts';

/** Sales by hour or by day in front of the earlier period, with a table for screen readers. */
export function SalesChart({ summary }: { summary: Summary }) {
  const { t, money, day } = useI18n();
  const { merchant } = useSession();
  const daysName = useDaysName();
  const { comparison, currency, total_transactions } = summary;
  const parts = chartParts(summary, hourOf(summary, merchant.timezone));
  const hasBefore = parts.some(({ before }) => before !== 0);
  const hasSales = total_transactions !== 0 || parts.some(({ value }) => value !== 0);
  const bars = parts.map(({ period, value, before }) => ({
    label: day(period),
    value,
    before: hasBefore ? before : undefined,
  }));
  const [title, beforeTitle] = [daysName(summary), daysName(comparison)];
  return (
    <Card title={t('dashboard.course')}>
      {!hasSales && <Text c="dimmed">{t('dashboard.nothing')}</Text>}
      {(hasSales || hasBefore) && (
        <>
          <BarChart bars={bars} format={(value) => money(value, currency)} title={title} beforeTitle={beforeTitle} />
          <VisuallyHidden>
            <table>
              <caption>{t('dashboard.asTable')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('reports.period')}</th>
                  <th scope="col">{title}</th>
                  {hasBefore && <th scope="col">{beforeTitle}</th>}
                </tr>
              </thead>
              <tbody>
                {parts.map(({ period, value, before }) => (
                  <tr key={period}>
                    <th scope="row">{day(period)}</th>
                    <td>{money(value, currency)}</td>
                    {hasBefore && <td>{money(before, currency)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </>
      )}
    </Card>
  );
}
