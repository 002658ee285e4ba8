import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { memo } from 'react';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { areShown } from '../../design/forms/form-values.ts';
import { AmountField, QuantityField } from '../../design/forms/number-fields.tsx';
import { Icon } from '../../design/icons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import type { VariantMatrixState } from './use-variant-matrix.ts';
import { type Combination, optionsAtMost, type RowEdit, shownRow } from './variant-rules.ts';
import './variant-matrix.css';

interface VariantMatrixProps {
  matrix: VariantMatrixState;
  /** Price and cost of the product, which its variants have unless others are typed. */
  price: number | undefined;
  cost: number | undefined;
  isTracked: boolean;
  errors: ReadonlyMap<string, unknown>;
}

const fields = ['name', 'sku', 'price', 'cost', 'stock'] as const;

/** Options as they are typed, and a row for each combination of their values. */
export function VariantMatrix({ matrix, price, cost, isTracked, errors }: VariantMatrixProps) {
  const { t, counted, number } = useI18n();
  const { options, rows, wanted, existing, isTooMany, count, limit, edits, edit } = matrix;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: options.length }}>
        {options.map((text, at) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: options are only added at the end.
            key={at}
            label={t('product.option', { number: at + 1 })}
            placeholder={t(`product.optionExample.${(at + 1) as 1 | 2 | 3}`)}
            autoComplete="off"
            maxLength={2_000}
            // The press that shows the options, or adds one, is followed by typing.
            autoFocus={at !== 1}
            value={text}
            onChange={({ currentTarget }) => matrix.setOption(at, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex="1 1 240px">
          {t('product.optionHint')}
        </Text>
        {options.length < optionsAtMost && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={matrix.addOption}
          >
            {t('product.moreOptions')}
          </Button>
        )}
      </Group>
      {isTooMany && (
        <Text role="alert" size="sm" c="var(--bad)">
          {t('product.tooManyVariants', {
            count: number(rows.length === 0 ? count : wanted.length),
            limit: number(limit),
          })}
        </Text>
      )}
      {rows.length > 0 && (
        <div className="variant-rows">
          <Head isTracked={isTracked} />
          {rows.map((row) => (
            <VariantRow
              key={row.name}
              {...row}
              row={edits[row.name]}
              price={price}
              cost={cost}
              isTracked={isTracked}
              error={errors.get(row.name)}
              onEdit={edit}
            />
          ))}
        </div>
      )}
      {count > 0 && !isTooMany && (
        <Text size="sm" c="dimmed" role="status">
          {counted('product.variantCount', wanted.length)}
          {existing > 0 && ` · ${counted('product.variantExists', existing)}`}
        </Text>
      )}
    </Stack>
  );
}

function Head({ isTracked }: { isTracked: boolean }) {
  const { t } = useI18n();
  return (
    <div className="variant-row variant-head" aria-hidden="true">
      <span>{t('product.variants')}</span>
      <span>{t('products.sku')}</span>
      <span>{t('products.price')}</span>
      <span>{t('products.cost')}</span>
      {isTracked && <span>{t('products.stock')}</span>}
    </div>
  );
}

interface VariantRowProps extends Omit<Combination, 'values'>, Omit<VariantMatrixProps, 'matrix' | 'errors'> {
  row: RowEdit | undefined;
  error: unknown;
  onEdit(name: string, part: RowEdit): void;
}

/** Rendered again only if it changes itself: there may be hundreds. */
const VariantRow = memo(function VariantRow({
  name,
  sku,
  row,
  price,
  cost,
  isTracked,
  error,
  onEdit,
}: VariantRowProps) {
  const { t } = useI18n();
  const shown = shownRow({ name, sku, values: [] }, row, { price, cost });
  const errors = fieldErrors(error, t);
  const label = (field: 'sku' | 'price' | 'cost' | 'stock') => t(`products.${field}`);
  const named = (field: 'sku' | 'price' | 'cost' | 'stock') => t('product.fieldOf', { field: label(field), name });
  const isOff = shown.isLeftOut;
  return (
    <div className="variant-row">
      <Checkbox
        className="variant-name"
        label={name}
        aria-label={t('product.includeVariant', { name })}
        checked={!isOff}
        onChange={({ currentTarget }) => onEdit(name, { isLeftOut: !currentTarget.checked })}
        error={errors.name}
      />
      <div className="variant-cell" data-label={label('sku')}>
        <TextInput
          aria-label={named('sku')}
          required
          disabled={isOff}
          maxLength={100}
          autoComplete="off"
          value={shown.sku}
          onChange={({ currentTarget }) => onEdit(name, { sku: currentTarget.value })}
          error={errors.sku}
        />
      </div>
      <div className="variant-cell" data-label={label('price')}>
        <AmountField
          aria-label={named('price')}
          required
          disabled={isOff}
          value={shown.price}
          onValue={(value) => value !== shown.price && onEdit(name, { price: value })}
          error={errors.price}
        />
      </div>
      <div className="variant-cell" data-label={label('cost')}>
        <AmountField
          aria-label={named('cost')}
          disabled={isOff}
          value={shown.cost}
          onValue={(value) => value !== shown.cost && onEdit(name, { cost: value })}
          error={errors.cost}
        />
      </div>
      {isTracked && (
        <div className="variant-cell" data-label={label('stock')}>
          <QuantityField
            aria-label={named('stock')}
            disabled={isOff}
            value={shown.stock}
            onValue={(value) => value !== shown.stock && onEdit(name, { stock: value })}
            error={errors.stock}
          />
        </div>
      )}
      {error !== undefined && !areShown(Object.keys(errors), fields) && (
        <div className="variant-error">
          <ErrorAlert error={error} />
        </div>
      )}
    </div>
  );
});
