import { Select } from '@mantine/core';
import { DateRangeFields } from '../../../design/forms/date-range-fields.tsx';
import { FilterBar } from '../../../design/lists/filter-bar.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useStaff } from './entry.ts';
import { type AuditView, actionsOf, type Kind, readView } from './view.ts';

interface FiltersProps {
  view: AuditView;
  onChange(view: AuditView): void;
}

/** Filters by user, kind of action and period. */
export function Filters({ view, onChange }: FiltersProps) {
  const { t } = useI18n();
  const staff = useStaff();
  const changeView = (part: Partial<Record<keyof AuditView, unknown>>) => onChange(readView({ ...view, ...part }));
  return (
    <FilterBar>
      <Select
        label={t('movements.who')}
        placeholder={t('audit.everyone')}
        clearable
        searchable
        value={view.person ?? null}
        onChange={(person) => changeView({ person })}
        data={staff.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
        w={{ base: '100%', xs: 220 }}
      />
      <Select
        label={t('movements.what')}
        placeholder={t('movements.any')}
        clearable
        value={view.kind ?? null}
        onChange={(kind) => changeView({ kind })}
        data={(Object.keys(actionsOf) as Kind[]).map((value) => ({ value, label: t(`audit.kind.${value}`) }))}
        w={{ base: '100%', xs: 220 }}
      />
      <DateRangeFields from={view.from} to={view.to} onChange={changeView} />
    </FilterBar>
  );
}
