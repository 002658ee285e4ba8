import { Select } from '@mantine/core';
import { BranchField } from '../../design/forms/branch-field.tsx';
import { DateRangeFields } from '../../design/forms/date-range-fields.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { type Comparison, comparisons, isPeriod } from './period.ts';
import { comparedDaysOf, type Days, type ReportsView } from './view.ts';

export type ViewChange = { [Name in keyof ReportsView]?: ReportsView[Name] | undefined };

interface FiltersProps {
  view: ReportsView;
  days: Days;
  onChange(change: ViewChange): void;
}

const all = ['today', 'yesterday', 'week', 'last_week', 'month', 'last_month', 'quarter', 'year', 'days'] as const;

/** The period, what it is compared with, how it is divided, and the branch, as far as the report has them. */
export function Filters({ view, days, onChange }: FiltersProps) {
  const { t } = useI18n();
  const isSummary = view.about === undefined;
  const isCustom = view.from !== undefined || view.to !== undefined;
  const range = { from: days.start_date, to: days.end_date };
  const choosePeriod = (next: string | null) =>
    onChange(
      next === 'days'
        ? { ...range, period: undefined }
        : { from: undefined, to: undefined, period: isPeriod(next) ? next : undefined },
    );
  const compared = comparedDaysOf(view, days);
  // At first the other days are those that were compared. They stay when the period changes.
  const chooseComparison = (next: Comparison = 'previous') =>
    onChange({
      compare: next === 'previous' ? undefined : next,
      compare_from: next === 'days' ? compared?.start_date : undefined,
      compare_to: next === 'days' ? compared?.end_date : undefined,
    });
  return (
    <FilterBar>
      {view.about !== 'inventory' && (
        <>
          <Select
            label={t('dashboard.period')}
            allowDeselect={false}
            value={isCustom ? 'days' : (view.period ?? 'month')}
            onChange={choosePeriod}
            data={all.map((value) => ({ value, label: t(`reports.period.${value}`) }))}
            maxDropdownHeight={360}
            w={160}
          />
          <DateRangeFields {...range} onChange={(day) => onChange({ ...range, ...day, period: undefined })} />
        </>
      )}
      {isSummary && (
        <>
          <Select
            label={t('reports.compare')}
            allowDeselect={false}
            value={view.compare ?? 'previous'}
            onChange={(next) => chooseComparison(comparisons.find((known) => known === next))}
            data={comparisons.map((value) => ({ value, label: t(`reports.compare.${value}`) }))}
            w={210}
          />
          {view.compare === 'days' && compared !== undefined && (
            <DateRangeFields
              from={compared.start_date}
              to={compared.end_date}
              labels={{ from: t('reports.compare.from'), to: t('reports.compare.to') }}
              onChange={(day) => onChange('from' in day ? { compare_from: day.from } : { compare_to: day.to })}
            />
          )}
          <Select
            label={t('reports.by')}
            allowDeselect={false}
            value={view.by ?? 'day'}
            onChange={(by) => onChange({ by: by === 'week' || by === 'month' ? by : undefined })}
            data={(['day', 'week', 'month'] as const).map((value) => ({ value, label: t(`reports.by.${value}`) }))}
            w={140}
          />
        </>
      )}
      <BranchField branch={view.branch} onChange={(branch) => onChange({ branch })} />
    </FilterBar>
  );
}
