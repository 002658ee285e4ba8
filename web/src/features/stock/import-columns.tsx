import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { ColumnMapping } from '../../design/forms/column-mapping.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { type Choice, type FileColumns, fields, requiredFields } from './import-rules.ts';
import type { Warehouse } from './levels.ts';

interface ImportColumnsProps {
  columns: FileColumns;
  choice: Choice;
  warehouses: readonly Warehouse[];
  /** By field of the form. */
  errors: Record<string, string>;
  disabled: boolean;
  onChange(choice: Choice): void;
  /** Undefined while the preview shows this choice. */
  onPreview: (() => void) | undefined;
}

/** Which column of a file is what, and into which warehouse its stock goes. */
export function ImportColumns(props: ImportColumnsProps) {
  const { columns, choice, warehouses, errors, disabled, onChange, onPreview } = props;
  const { t } = useI18n();
  const { source, stock_columns } = columns;
  const isStockByLocation = stock_columns.length > 0;
  const shown = fields.filter((field) => field !== 'stock' || !isStockByLocation);
  const data = warehouses.map(({ id, name }) => ({ value: id, label: name }));
  const missing = requiredFields.filter((field) => choice.mapping[field] === undefined);
  return (
    <Card title={t('mapping.title')}>
      <Stack gap="sm">
        <Text size="sm">{t(source === 'unknown' ? 'import.unknown' : `import.from.${source}`)}</Text>
        <ColumnMapping
          columns={columns.columns}
          fields={shown.map((name) => ({
            name,
            label: t(`import.field.${name}`),
            isRequired: requiredFields.includes(name),
            isMultiple: name === 'variant',
            error: errors[`mapping.${name}`],
          }))}
          choice={choice.mapping}
          disabled={disabled}
          onChange={(mapping) => onChange({ ...choice, mapping })}
        />
        {stock_columns.map(({ heading, location }) => (
          <Select
            key={heading}
            label={t('import.stockOf', { location })}
            placeholder={t('import.noStock')}
            data={data}
            clearable
            maw={420}
            disabled={disabled}
            error={errors[`stock_columns.${heading}`]}
            value={choice.stocks[heading] ?? null}
            onChange={(id) => onChange({ ...choice, stocks: { ...choice.stocks, [heading]: id } })}
          />
        ))}
        {!isStockByLocation && warehouses.length > 1 && choice.mapping.stock !== undefined && (
          <Select
            label={t('import.warehouse')}
            placeholder={t('import.allWarehouses')}
            data={data}
            clearable
            maw={420}
            disabled={disabled}
            error={errors.warehouse_id}
            value={choice.warehouse_id}
            onChange={(warehouse_id) => onChange({ ...choice, warehouse_id })}
          />
        )}
        {onPreview !== undefined && (
          <Group>
            <Button
              variant="default"
              onClick={onPreview}
              disabled={disabled || (choice.mapping.name === undefined && choice.mapping.sku === undefined)}
            >
              {t('import.check')}
            </Button>
            {missing.length > 0 && (
              <Text size="sm" c="dimmed">
                {t('import.missing')}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  );
}
