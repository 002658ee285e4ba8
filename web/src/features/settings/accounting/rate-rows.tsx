import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { Card } from '../../../design/card.tsx';
import { PercentField } from '../../../design/forms/number-fields.tsx';
import { Icon } from '../../../design/icons.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { type Row, withRow } from './accounts-rules.ts';

export interface Category {
  id: string;
  name: string;
}

interface Entry {
  rate: number | null;
  category_id?: string | null;
  account: string;
}

interface RateRowsProps<Fields extends Entry> {
  list: 'revenue' | 'tax';
  rows: readonly Row<Fields>[];
  /** Offered for revenue. */
  categories?: readonly Category[];
  errors: Readonly<Record<string, string>>;
  onChange(rows: Row<Fields>[]): void;
}

/** Accounts by tax rate, in rows that can be added and removed. */
export function RateRows<Fields extends Entry>({ list, rows, categories, errors, onChange }: RateRowsProps<Fields>) {
  const { t } = useI18n();
  return (
    <Card title={t(`accounting.by.${list}`)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t(`accounting.byHint.${list}`)}
        </Text>
        {rows.map(({ key, start }, index) => (
          <Group
            key={key}
            role="group"
            aria-label={t(`accounting.row.${list}`, { number: index + 1 })}
            align="flex-start"
            gap="sm"
          >
            <PercentField
              name={`${list}.${key}.rate`}
              label={t('shifts.rate')}
              w={130}
              required={list === 'tax'}
              placeholder={list === 'tax' ? '' : t('accounting.noTax')}
              defaultValue={start?.rate}
              error={errors[`${list}.${key}.rate`]}
            />
            {categories !== undefined && (
              <CategoryField
                name={`${list}.${key}.category`}
                categories={categories}
                chosen={start?.category_id ?? null}
                error={errors[`${list}.${key}.category`]}
              />
            )}
            <TextInput
              name={`${list}.${key}.account`}
              label={t('accounting.account')}
              w={160}
              required
              maxLength={20}
              autoComplete="off"
              defaultValue={start?.account ?? ''}
              error={errors[`${list}.${key}.account`]}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              mt={24}
              aria-label={t(`accounting.remove.${list}`, { number: index + 1 })}
              onClick={() => onChange(rows.filter((row) => row.key !== key))}
            >
              <Icon name="cross" />
            </ActionIcon>
          </Group>
        ))}
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => onChange(withRow(rows))}>
          {t(`accounting.add.${list}`)}
        </Button>
      </Stack>
    </Card>
  );
}

interface CategoryFieldProps {
  name: string;
  categories: readonly Category[];
  chosen: string | null;
  error: string | undefined;
}

function CategoryField({ name, categories, chosen, error }: CategoryFieldProps) {
  const { t } = useI18n();
  const isDeleted = chosen !== null && !categories.some(({ id }) => id === chosen);
  return (
    <Select
      name={name}
      label={t('products.category')}
      placeholder={t('accounting.allCategories')}
      w={220}
      clearable
      searchable
      limit={50}
      nothingFoundMessage={t('choice.none')}
      data={[
        ...categories.map(({ id, name: label }) => ({ value: id, label })),
        ...(isDeleted ? [{ value: chosen, label: t('accounting.deletedCategory') }] : []),
      ]}
      defaultValue={chosen}
      error={error}
    />
  );
}
