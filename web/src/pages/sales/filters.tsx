import { Group, Select, TextInput } from '@mantine/core';
import { useSpeech } from '../../language/language.tsx';
import { useSession } from '../../session/session.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { readView, type SalesView, saleStatuses } from './view.ts';

interface FiltersProps {
  view: SalesView;
  onChange(view: SalesView): void;
}

/** Which of the sales are shown. */
export function Filters({ view, onChange }: FiltersProps) {
  const { t } = useSpeech();
  const { branches } = useSession();
  const narrow = (part: Partial<Record<keyof SalesView, unknown>>) => onChange(readView({ ...view, ...part }));
  return (
    <Group>
      <SearchField label={t('sales.search')} value={view.search} onSearch={(search) => narrow({ search })} />
      <Select
        aria-label={t('sales.status')}
        placeholder={t('sales.status')}
        clearable
        value={view.status ?? null}
        onChange={(status) => narrow({ status })}
        data={saleStatuses.map((value) => ({ value, label: t(`sales.status.${value}`) }))}
      />
      {branches.length > 1 && (
        <Select
          aria-label={t('dashboard.branch')}
          placeholder={t('dashboard.allBranches')}
          clearable
          value={view.branch ?? null}
          onChange={(branch) => narrow({ branch })}
          data={branches.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="date"
          aria-label={t('sale.from')}
          value={view.from ?? ''}
          max={view.to}
          onChange={({ currentTarget }) => narrow({ from: currentTarget.value })}
        />
        <span aria-hidden="true">–</span>
        <TextInput
          type="date"
          aria-label={t('sale.to')}
          value={view.to ?? ''}
          min={view.from}
          onChange={({ currentTarget }) => narrow({ to: currentTarget.value })}
        />
      </Group>
    </Group>
  );
}
