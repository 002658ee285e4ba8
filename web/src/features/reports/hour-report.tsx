import { SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { WideTable } from '../../design/lists/wide-table.tsx';
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

const cell_px = 56;
const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Sales or transactions of each hour of the week, on the branches' clocks. */
export function HourReport({ days, branch, measure, onMeasure }: HourReportProps) {
  const { t, money, number, weekdayName } = useI18n();
  const { merchant } = useSession();
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
  // An amount without its decimals has room in a cell.
  const brief = (value: number) => number(Math.abs(value) >= 100 ? Math.round(value) : value);
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
          <WideTable label={label} minWidth={110 + map.hours.length * cell_px}>
            <table className="heat-map" aria-label={label}>
              <thead>
                <tr>
                  <td />
                  {map.hours.map((hour) => (
                    <th key={hour} scope="col">
                      {clockOf(hour)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {map.weekdays.map((row) => (
                  <tr key={row.weekday}>
                    <th scope="row">{weekdayName(row.weekday)}</th>
                    {row.cells.map(({ hour, value, strength }) => (
                      <td key={hour} className={`heat-${strength}`} title={exact(value)}>
                        {value === 0 ? '–' : brief(value)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </WideTable>
        )}
      </Stack>
    </Card>
  );
}
