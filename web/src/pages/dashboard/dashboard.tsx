import { Group, SegmentedControl, Select, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { Failed } from '../../shell/failures.tsx';
import { todayIn } from '../../ui/today.ts';
import { Best, Course, Latest, Low, Methods } from './cards.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { type DashboardView, daysOf, type Period, periods } from './view.ts';

/** How the shop does today, or has done lately. */
export function Dashboard() {
  const session = useSession();
  // Who may see no figures has their work elsewhere.
  if (!session.may('reports:read')) return <Navigate to={session.may('sales:read') ? '/sales' : '/products'} search={{}} />;
  return <Overview />;
}

const ask_again_ms = 60_000;

function Overview() {
  const { t } = useSpeech();
  const { merchant, branches } = useSession();
  const { period, branch } = useSearch({ from: '/inside/' });
  const navigate = useNavigate({ from: '/' });
  const show = (next: DashboardView) => void navigate({ search: next });
  const days = daysOf(period, todayIn(merchant.timezone));
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['dashboard', days, branch],
    queryFn: async ({ signal }) =>
      (await api.getDashboardSummary({ signal, query: { ...days, ...(branch === undefined ? {} : { branch_id: branch }) } })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ask_again_ms,
  });
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('dashboard.title')}
        </Title>
        <Group>
          {branches.length > 1 && (
            <Select
              aria-label={t('dashboard.branch')}
              placeholder={t('dashboard.allBranches')}
              clearable
              value={branch ?? null}
              onChange={(id) => show({ ...(period === undefined ? {} : { period }), ...(id === null ? {} : { branch: id }) })}
              data={branches.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <PeriodChoice
            period={period}
            onChoose={(next) => show({ ...(branch === undefined ? {} : { branch }), ...(next === undefined ? {} : { period: next }) })}
          />
        </Group>
      </Group>
      <FirstSteps />
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={420} />}
      {data !== undefined && (
        <Stack opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
          <Figures summary={data} />
          <Course summary={data} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Best summary={data} />
            <Methods summary={data} />
            <Latest summary={data} />
            <Low summary={data} />
          </SimpleGrid>
        </Stack>
      )}
    </Stack>
  );
}

function PeriodChoice({ period, onChoose }: { period: Period | undefined; onChoose(period: Period | undefined): void }) {
  const { t } = useSpeech();
  const all = [
    { value: 'today', label: t('dashboard.period.today') },
    ...periods.map((value) => ({ value, label: t(`dashboard.period.${value}`) })),
  ];
  const choose = (value: string | null) => onChoose(periods.find((known) => known === value));
  return (
    <>
      <SegmentedControl visibleFrom="md" aria-label={t('dashboard.period')} value={period ?? 'today'} onChange={choose} data={all} />
      <Select
        hiddenFrom="md"
        aria-label={t('dashboard.period')}
        allowDeselect={false}
        value={period ?? 'today'}
        onChange={choose}
        data={all}
      />
    </>
  );
}
