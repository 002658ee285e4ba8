import { Select } from '@mantine/core';
import { BranchField } from '../../design/forms/branch-field.tsx';
import { DateRangeFields } from '../../design/forms/date-range-fields.tsx';
import { SearchField } from '../../design/forms/search-field.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { readView, type SalesView, saleStatuses } from './view.ts';

interface FiltersProps {
  view: SalesView;
  onChange(view: SalesView): void;
}

/** Filters of the list of sales. */
export function Filters({ view, onChange }: FiltersProps) {
  const { t } = useI18n();
  const changeView = (part: Partial<Record<keyof SalesView, unknown>>) => onChange(readView({ ...view, ...part }));
  return (
    <FilterBar>
      <SearchField label={t('sales.search')} value={view.search} onSearch={(search) => changeView({ search })} />
      <Select
        label={t('sales.status')}
        placeholder={t('sales.anyStatus')}
        clearable
        value={view.status ?? null}
        onChange={(status) => changeView({ status })}
        data={saleStatuses.map((value) => ({ value, label: t(`sales.status.${value}`) }))}
      />
      <BranchField branch={view.branch} onChange={(branch) => changeView({ branch })} />
      <DateRangeFields from={view.from} to={view.to} onChange={changeView} />
    </FilterBar>
  );
}
