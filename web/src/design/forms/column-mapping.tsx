import { MultiSelect, Select, Text } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import './column-mapping.css';

export interface FileColumn {
  heading: string;
  /** The value of the first row. */
  sample: string;
}

/** A field of ours, for which a column of the file can be chosen. */
export interface MappedField {
  name: string;
  label: string;
  isRequired?: boolean;
  /** Up to three columns, whose values are put together. */
  isMultiple?: boolean;
  error?: string | undefined;
}

export type ColumnChoice = Record<string, string | string[]>;

interface ColumnMappingProps {
  columns: readonly FileColumn[];
  fields: readonly MappedField[];
  choice: ColumnChoice;
  disabled?: boolean;
  onChange(choice: ColumnChoice): void;
}

/** Which column of a file is which field: our fields at the left, the headings of the file at the right. */
export function ColumnMapping({ columns, fields, choice, disabled = false, onChange }: ColumnMappingProps) {
  const { t } = useI18n();
  const choose = (name: string, value: string | string[] | null) => {
    const { [name]: _, ...others } = choice;
    onChange(value === null || value.length === 0 ? others : { ...others, [name]: value });
  };
  return (
    <div className="column-mapping">
      {fields.map(({ name, label, isRequired = false, isMultiple = false, error }) => {
        const chosen = [choice[name] ?? []].flat();
        const sample = chosen
          .map((heading) => columns.find((column) => column.heading === heading)?.sample ?? '')
          .filter((text) => text !== '')
          .join(' / ');
        const shared = {
          'aria-label': label,
          placeholder: t('mapping.none'),
          data: columns.map(({ heading }) => heading),
          searchable: true,
          clearable: true,
          clearButtonProps: { 'aria-label': t('mapping.clear', { field: label }) },
          nothingFoundMessage: t('mapping.noColumn'),
          disabled,
          error,
        };
        return (
          <div key={name} className="column-mapping-row">
            <Text size="sm" fw={isRequired ? 600 : undefined}>
              {label}
              {isRequired && ` (${t('mapping.required')})`}
            </Text>
            {isMultiple ? (
              <MultiSelect {...shared} maxValues={3} value={chosen} onChange={(value) => choose(name, value)} />
            ) : (
              <Select {...shared} value={chosen[0] ?? null} onChange={(value) => choose(name, value)} />
            )}
            <Text size="sm" c="dimmed" className="column-mapping-sample">
              {sample === '' ? '' : t('mapping.sample', { sample })}
            </Text>
          </div>
        );
      })}
    </div>
  );
}
