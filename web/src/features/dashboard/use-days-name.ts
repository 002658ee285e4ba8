import { useI18n } from '../../language/i18n.tsx';

/** Names a period: `Saturday, Nov 21`, or `Nov 1 – Nov 21`. */
export function useDaysName(): (days: { start_date: string; end_date: string }) => string {
  const { t, day, weekday } = useI18n();
  return ({ start_date, end_date }) =>
    start_date === end_date
      ? t('dashboard.weekdayAnd', { weekday: weekday(start_date), day: day(start_date) })
      : `${day(start_date)} – ${day(end_date)}`;
}
