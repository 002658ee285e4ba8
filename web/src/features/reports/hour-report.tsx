import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { queryOf } from './breakdown.tsx';
import { type HourValue, heatMapOf } from './heat-rules.ts';
import type { Days, ReportsView } from './view.ts';

interface HourReportProps {
  days: Days;
  branch: string | undefined;
  measure: ReportsView['measure'];
  onMeasure(measure: ReportsView['measure']): void;
}

/** Many hours are too wide for these windows: there the hours are the rows. */
const phone = '(width < 48em)';
const narrow = '(width < 80em)';
const hours_at_most = 12;
const atOnce = { getInitialValueInEffect: false };
const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Sales or transactions of each hour of the week, on the branches' clocks. */
export function HourReport({ days, branch, measure, onMeasure }: HourReportProps) {
  const { t, money, number, weekdayName } = useI18n();
  const { merchant } = useSession();
  const isPhone = useMediaQuery(phone, undefined, atOnce);
  const isNarrow = useMediaQuery(narrow, undefined, atOnce);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['reports', 'hours', days, branch],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.reportSalesByHour({ signal, query: queryOf(days, branch) })).data.rows,
  });
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={360} />;
  const values: HourValue[] = data.map(({ total_sales, total_transactions, ...at }) => ({
    ...at,
    value: measure === 'transactions' ? total_transactions : total_sales,
  }));
  const map = heatMapOf(values);
  const exact = (value: number) => (measure === 'transactions' ? number(value) : money(value, merchant.currency));
  // Large amounts have room in a cell without their decimals.
  const isLarge = values.some(({ value }) => Math.abs(value) >= 100);
  const brief = (value: number) => number(isLarge ? Math.round(value) : value);
  const isTurned = isPhone || (isNarrow && map.hours.length > hours_at_most);
  const byDay = map.weekdays.map(({ weekday, cells }) => ({ title: weekdayName(weekday, isPhone), cells }));
  const byHour = map.hours.map((hour, at) => ({
    title: clockOf(hour),
    cells: map.weekdays.flatMap(({ cells }) => cells[at] ?? []),
  }));
  const [rows, columns] = isTurned ? [byHour, byDay] : [byDay, byHour];
  const label = t('reports.about.hours');
  return (
    <Card title={label}>
      <Stack opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
        <SegmentedControl
          aria-label={t('reports.measure')}
          value={measure ?? 'sales'}
          onChange={(next) => onMeasure(next === 'transactions' ? next : undefined)}
          data={[
            { value: 'sales', label: t('reports.total') },
            { value: 'transactions', label: t('reports.transactions') },
          ]}
          w="fit-content"
        />
        {map.hours.length === 0 ? (
          <Text c="dimmed">{t('dashboard.nothing')}</Text>
        ) : (
          <table className="heat-map" aria-label={label}>
            <thead>
              <tr>
                <td />
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ title, cells }) => (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  {cells.map(({ hour, weekday, value, strength }) => (
                    <td key={`${weekday} ${hour}`} className={`heat-${strength}`} title={exact(value)}>
                      {value === 0 ? '–' : brief(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Stack>
    </Card>
  );
}
