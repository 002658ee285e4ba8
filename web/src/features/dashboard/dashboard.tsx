import { Group, NativeSelect, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { todayIn } from '../../design/days.ts';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { BranchField } from '../../design/forms/branch-field.tsx';
import { DateRangeFields } from '../../design/forms/date-range-fields.tsx';
import { withoutUndefined } from '../../design/forms/form-values.ts';
import { PageTitle } from '../../design/page-title.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { type Session, useSession } from '../../session/session.tsx';
import { PaymentMethods, RecentSales, TopProducts } from './cards.tsx';
import './dashboard.css';
import { FirstSteps } from './first-steps.tsx';
import { KeyFigures } from './key-figures.tsx';
import { LowStock } from './low-stock.tsx';
import { MorningLine } from './morning-line.tsx';
import { OpenItems } from './open-items.tsx';
import { SalesChart } from './sales-chart.tsx';
import { type DashboardView, daysOf, periods, readView } from './view.ts';

/** Key figures for today or another period. */
export function Dashboard() {
  const session = useSession();
  if (!session.may('reports:read')) return <Navigate to={startWithoutReports(session.may)} search={{}} />;
  return <Overview />;
}

/** The page with which a role without reports starts: the till for those who sell. */
function startWithoutReports(may: Session['may']): '/till' | '/sales' | '/products' {
  if (may('sales:write')) return '/till';
  return may('sales:read') ? '/sales' : '/products';
}

const poll_every_ms = 60_000;

function Overview() {
  const { t } = useI18n();
  const { merchant } = useSession();
  const view = useSearch({ from: '/authenticated/' });
  const { branch } = view;
  const navigate = useNavigate({ from: '/' });
  const show = (next: Record<string, unknown>) => void navigate({ search: readView(next) });
  const days = daysOf(view, todayIn(merchant.timezone));
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['dashboard', days, branch],
    queryFn: async ({ signal }) =>
      (
        await api.getDashboardSummary({
          signal,
          query: { ...days, ...(branch === undefined ? {} : { branch_id: branch }) },
        })
      ).data,
    placeholderData: keepPreviousData,
    refetchInterval: poll_every_ms,
  });
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('dashboard.title')}</PageTitle>
        <Group align="flex-end">
          <BranchField branch={branch} onChange={(id) => show({ ...view, branch: id })} />
          <PeriodChoice view={view} days={days} onChoose={(next) => show({ branch, ...next })} />
        </Group>
      </Group>
      {data !== undefined && <MorningLine summary={data} />}
      <FirstSteps />
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={420} />
      ) : (
        <Stack opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
          <KeyFigures summary={data} />
          <SalesChart summary={data} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Stack>
              <OpenItems branch={branch} />
              <LowStock summary={data} />
              <RecentSales summary={data} />
            </Stack>
            <Stack>
              <TopProducts summary={data} />
              <PaymentMethods summary={data} />
            </Stack>
          </SimpleGrid>
        </Stack>
      )}
    </Stack>
  );
}

interface PeriodChoiceProps {
  view: DashboardView;
  days: ReturnType<typeof daysOf>;
  onChoose(period: Pick<DashboardView, 'period' | 'from' | 'to'>): void;
}

/** A period relative to today, or a custom range of days. */
function PeriodChoice({ view, days: { start_date, end_date }, onChoose }: PeriodChoiceProps) {
  const { t } = useI18n();
  const all = (['today', ...periods, 'days'] as const).map((value) => ({
    value,
    label: t(`dashboard.period.${value}`),
  }));
  const value = view.from === undefined ? (view.period ?? 'today') : 'days';
  const range = { from: start_date, to: end_date };
  const choose = (next: string) => {
    const period = periods.find((known) => known === next);
    onChoose(next === 'days' ? range : period === undefined ? {} : { period });
  };
  return (
    <>
      <SegmentedControl
        visibleFrom="lg"
        aria-label={t('dashboard.period')}
        value={value}
        onChange={choose}
        data={all}
      />
      <NativeSelect
        hiddenFrom="lg"
        label={t('dashboard.period')}
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={all}
      />
      {value === 'days' && (
        // A cleared day stays as it was.
        <DateRangeFields {...range} onChange={(day) => onChoose({ ...range, ...withoutUndefined(day) })} />
      )}
    </>
  );
}
