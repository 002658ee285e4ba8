import { Alert, Fieldset, Progress, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useErrorFocus } from '../../design/forms/error-focus.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { TrackStockDialog, trackStockChoiceOf } from './track-stock.tsx';
import type { useVariantCreation } from './use-variant-creation.ts';
import type { VariantMatrixState } from './use-variant-matrix.ts';
import { VariantMatrix } from './variant-matrix.tsx';
import { hasNoStock, variantsOf } from './variant-rules.ts';

type Creation = ReturnType<typeof useVariantCreation>;

interface VariantsFormProps {
  product: { id: string; name: string; price: number; cost?: number | undefined; track_stock: boolean };
  matrix: VariantMatrixState;
  creation: Creation;
  onCancel(): void;
  /** Called when all variants are created. */
  onDone(count: number): void;
}

/** Creates the variants of a matrix. Those that are rejected stay, with their errors, to be sent again. */
export function VariantsForm({ product, matrix, creation, onCancel, onDone }: VariantsFormProps) {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const { rows, edits, isTooMany, wanted } = matrix;
  const form = useErrorFocus(creation.isRunning || creation.errors.size === 0 ? null : creation.errors);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const choice = product.track_stock ? trackStockChoiceOf(event) : false;
    if (choice === undefined && hasNoStock(rows, edits)) return setAsking(true);
    setAsking(false);
    const variants = variantsOf(rows, edits, { ...product, cost: product.cost, isTracked: choice !== false });
    const created = await creation.create(product.id, variants);
    matrix.markCreated(created);
    if (created.size === variants.length) onDone(created.size);
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)}>
      <Fieldset variant="unstyled" p={0} m={0} disabled={creation.isRunning}>
        <Stack>
          <CreationState creation={creation} />
          <VariantMatrix
            matrix={matrix}
            price={product.price}
            cost={product.cost}
            isTracked={product.track_stock}
            errors={creation.errors}
          />
          {isAsking ? (
            <TrackStockDialog name={product.name} isBusy={creation.isRunning} />
          ) : (
            <FormButtons
              isBusy={creation.isRunning}
              isOff={isTooMany || wanted.length === 0}
              action={t('product.addVariants')}
              onCancel={onCancel}
            />
          )}
        </Stack>
      </Fieldset>
    </form>
  );
}

/** How far the creation is, and how many variants were rejected. */
export function CreationState({ creation: { isRunning, done, of, errors } }: { creation: Creation }) {
  const { t, counted, number } = useI18n();
  if (isRunning)
    return (
      <div role="status">
        <Text size="sm">{t('product.addingVariant', { number: number(done + 1), count: number(of) })}</Text>
        <Progress value={(done / of) * 100} aria-label={t('product.variants')} />
      </div>
    );
  if (errors.size === 0) return null;
  return (
    <Alert color="red" role="alert">
      {counted('product.variantsFailed', errors.size)}
    </Alert>
  );
}
