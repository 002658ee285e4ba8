import { Text } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import type { Summary } from './figures.ts';

/** Yesterday's sales and the low stock in words. Nothing is said of a day without sales. */
export function MorningLine({ summary }: { summary: Summary }) {
  const { t, counted, money, percent, weekday } = useI18n();
  const { yesterday, low_stock_count, currency } = summary;
  if (yesterday === null) return null;
  const values = { weekday: weekday(yesterday.date), amount: money(yesterday.total_sales, currency) };
  const { change } = yesterday;
  const parts = [
    ...(yesterday.total_transactions === 0 && yesterday.total_sales === 0
      ? []
      : [
          change === null
            ? t('dashboard.yesterday', values)
            : t('dashboard.yesterdayChange', { ...values, percent: percent(change) }),
        ]),
    ...(low_stock_count === 0 ? [] : [counted('dashboard.areLow', low_stock_count)]),
  ];
  return parts.length === 0 ? null : (
    <Text c="dimmed" className="figures">
      {parts.join(' ')}
    </Text>
  );
}
