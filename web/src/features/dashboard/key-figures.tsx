import { Group, Paper, Text } from '@mantine/core';
import { changeColour } from '../../design/figure-colours.ts';
import { FittedFigure } from '../../design/fitted-figure.tsx';
import { LineChart } from '../../design/line-chart.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { comparedName, type FigureKind, figuresFor, gainOf, refunds, type Summary } from './figures.ts';
import { chartParts, hourOf, lineOf } from './series.ts';
import { useDaysName } from './use-days-name.ts';

/** The sales as one large figure, four others beside it, and a quiet line below. */
export function KeyFigures({ summary }: { summary: Summary }) {
  const { t, money, number } = useI18n();
  const { may } = useSession();
  const figures = figuresFor(may);
  const quiet = [
    ...(figures.includes(refunds) ? [] : [`${t('dashboard.refunds')}: ${money(summary.refunds, summary.currency)}`]),
    `${t('dashboard.newCustomers')}: ${number(summary.new_customers)}`,
  ];
  return (
    <section className="figure-cards" aria-label={t('dashboard.figures')}>
      <Sales summary={summary} />
      <div className="figure-others">
        {figures.map((kind) => (
          <Figure key={kind.name} kind={kind} summary={summary} />
        ))}
      </div>
      <Text size="sm" c="dimmed" className="figures figure-quiet">
        {quiet.join(' · ')}
      </Text>
    </section>
  );
}

function Sales({ summary }: { summary: Summary }) {
  const { t, money } = useI18n();
  return (
    <Paper withBorder p="lg" className="figure-sales">
      <Text size="sm" c="dimmed">
        {t('dashboard.sales')}
      </Text>
      <FittedFigure size={52}>{money(summary.total_sales, summary.currency)}</FittedFigure>
      <SalesChange summary={summary} />
      <Line summary={summary} />
    </Paper>
  );
}

function SalesChange({ summary: { comparison } }: { summary: Summary }) {
  const { t, weekday } = useI18n();
  const daysName = useDaysName();
  const values = { weekday: weekday(comparison.start_date), days: daysName(comparison) };
  const name = comparedName(comparison);
  if (comparison.change.total_sales === null) {
    const hasSales = comparison.series.some(({ total_sales }) => total_sales !== 0);
    return hasSales && name === 'dashboard.vsWeekday' ? (
      <Text size="sm" c="dimmed">
        {t('dashboard.noneYet', values)}
      </Text>
    ) : null;
  }
  return (
    <Group gap={6}>
      <Change change={comparison.change.total_sales} kind={{}} />
      <Text size="sm" c="dimmed">
        {t(name, values)}
      </Text>
    </Group>
  );
}

/** The course of the sales. The chart below has the figures. */
function Line({ summary }: { summary: Summary }) {
  const { merchant } = useSession();
  const now = hourOf(summary, merchant.timezone);
  return <LineChart values={lineOf(chartParts(summary, now), now)} />;
}

function Change({ change, kind }: { change: number; kind: Pick<FigureKind, 'isLoss'> }) {
  const { percent } = useI18n();
  return (
    <Text size="sm" fw={600} c={changeColour(gainOf(change, kind))} className="figures">
      {percent(change)}
    </Text>
  );
}

function Figure({ kind, summary }: { kind: FigureKind; summary: Summary }) {
  const { t, money, number } = useI18n();
  const { name, title, isMoney } = kind;
  const shown = (value: number) => (isMoney === true ? money(value, summary.currency) : number(value));
  const { comparison } = summary;
  const change = comparison.change[name];
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {t(title)}
      </Text>
      <FittedFigure size={22}>{shown(summary[name])}</FittedFigure>
      <Group gap={6}>
        {change !== null && change !== 0 && <Change change={change} kind={kind} />}
        <Text size="sm" c="dimmed" className="figures">
          {t('dashboard.before', { amount: shown(comparison[name]) })}
        </Text>
      </Group>
    </Paper>
  );
}
