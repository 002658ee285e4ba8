import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { type FigureKind, figuresFor, isBetter } from './figures.ts';

export type Summary = ResponseData<'getDashboardSummary'>;

/** Key figures, each with its change since the previous period. */
export function KeyFigures({ summary }: { summary: Summary }) {
  const { may } = useSession();
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4, xl: 7 }}>
      {figuresFor(may).map((kind) => (
        <KeyFigure key={kind.name} kind={kind} summary={summary} />
      ))}
    </SimpleGrid>
  );
}

function KeyFigure({ kind, summary }: { kind: FigureKind; summary: Summary }) {
  const { t, money, number, percent } = useI18n();
  const { name, title, isMoney } = kind;
  const shown = (value: number) => (isMoney === true ? money(value, summary.currency) : number(value));
  const change = summary.change[name];
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
            c={isBetter(change, kind) ? 'var(--good)' : 'var(--bad)'}
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
