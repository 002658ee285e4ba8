import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { TextName } from '../../language/en-audit.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';

export type Summary = ResponseData<'getDashboardSummary'>;

type FigureName = keyof Summary['change'];

interface FigureKind {
  name: FigureName;
  title: TextName;
  isMoney?: boolean;
  /** A decrease is an improvement. */
  isLoss?: boolean;
}

const kinds: readonly FigureKind[] = [
  { name: 'total_sales', title: 'dashboard.sales', isMoney: true },
  { name: 'total_transactions', title: 'dashboard.transactions' },
  { name: 'average_transaction', title: 'dashboard.average', isMoney: true },
  { name: 'items_sold', title: 'dashboard.items' },
  { name: 'gross_profit', title: 'dashboard.profit', isMoney: true },
  { name: 'refunds', title: 'dashboard.refunds', isMoney: true, isLoss: true },
  { name: 'new_customers', title: 'dashboard.newCustomers' },
];

/** Key figures, each with its change since the previous period. */
export function KeyFigures({ summary }: { summary: Summary }) {
  const { may } = useSession();
  const shown = kinds.filter(({ name }) => name !== 'gross_profit' || may('costs:read'));
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4, xl: 7 }}>
      {shown.map((kind) => (
        <KeyFigure key={kind.name} kind={kind} summary={summary} />
      ))}
    </SimpleGrid>
  );
}

function KeyFigure({ kind: { name, title, isMoney, isLoss }, summary }: { kind: FigureKind; summary: Summary }) {
  const { t, money, number, percent } = useI18n();
  const shown = (value: number) => (isMoney === true ? money(value, summary.currency) : number(value));
  const change = summary.change[name];
  const isBetter = change !== null && change > 0 !== (isLoss === true);
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {t(title)}
      </Text>
      <Text fz={22} fw={700} className="figures">
        {shown(summary[name])}
      </Text>
      <Group gap={6}>
        {change !== null && change !== 0 && (
          <Text
            size="sm"
            fw={600}
            c={isBetter ? 'var(--good)' : 'var(--bad)'}
            title={t('dashboard.change', { percent: percent(change) })}
          >
            {percent(change)}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('dashboard.before', { amount: shown(summary.previous[name]) })}
        </Text>
      </Group>
    </Paper>
  );
}
