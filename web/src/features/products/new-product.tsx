import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { AmountField, QuantityField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { afterProductChange } from '../../session/queries.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { CategoryField } from './category-field.tsx';
import { MarginNote } from './margin-note.tsx';
import { productFrom } from './product-fields.ts';
import { SkuField, useSuggestedSku } from './suggested-sku.tsx';
import { TrackStockDialog, trackStockChoiceOf } from './track-stock.tsx';
import { useIsMounted } from './use-is-mounted.ts';
import { useVariantCreation } from './use-variant-creation.ts';
import { useVariantMatrix } from './use-variant-matrix.ts';
import { VariantMatrix } from './variant-matrix.tsx';
import { hasNoStock, type NewVariant, variantsOf } from './variant-rules.ts';
import { CreationState, VariantsForm } from './variants-form.tsx';

interface NewProductDialogProps {
  isOpen: boolean;
  onClose(): void;
}

interface Created {
  id: string;
  name: string;
  sku: string;
  price: number;
  cost?: number;
  track_stock: boolean;
}

export function NewProductDialog({ isOpen, onClose }: NewProductDialogProps) {
  const { t } = useI18n();
  const [hasVariants, setHasVariants] = useState(false);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={hasVariants ? 'xl' : 'md'} title={t('products.new')}>
      <NewProduct onClose={onClose} onVariants={setHasVariants} />
    </Dialog>
  );
}

interface NewProductProps {
  onClose(): void;
  onVariants(has: boolean): void;
}

function NewProduct({ onClose, onVariants }: NewProductProps) {
  const { t, counted } = useI18n();
  const notify = useNotify();
  const suggestion = useSuggestedSku();
  const [hasVariants, setHasVariants] = useState(false);
  const [price, setPrice] = useState<number>();
  const [cost, setCost] = useState<number>();
  const matrix = useVariantMatrix({ sku: suggestion.sku, variants: [] });
  const variants = useVariantCreation();
  /** Variants to create after the product. */
  const planned = useRef<readonly NewVariant[]>([]);
  /** The product, if some of its variants were rejected. */
  const [created, setCreated] = useState<Created>();
  const [question, setQuestion] = useState<{ name: string }>();
  const close = () => {
    creation.reset();
    onVariants(false);
    onClose();
  };
  const isOpen = useIsMounted();
  const finish = (name: string) => {
    if (isOpen.current) close();
    notify.success(t('products.created', { name }));
  };
  const creation = useIdempotentRequest(['createProduct'], {
    onDone: async ({ data }) => {
      const product = data as Created;
      setQuestion(undefined);
      const names = await variants.create(product.id, planned.current);
      await afterProductChange();
      if (names.size === planned.current.length) return finish(product.name);
      // The variants are created also if the dialog was closed meanwhile.
      if (!isOpen.current)
        return notify.error(new Error(counted('product.variantsFailed', planned.current.length - names.size)));
      matrix.markCreated(names);
      setCreated(product);
    },
  });
  const errors = fieldErrors(creation.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const isTracked = trackStockChoiceOf(event);
    setQuestion(undefined);
    const isEmpty = hasVariants ? hasNoStock(matrix.rows, matrix.edits) : texts.stock === '';
    if (isEmpty && isTracked === undefined) return setQuestion({ name: texts.name ?? '' });
    planned.current = hasVariants
      ? variantsOf(matrix.rows, matrix.edits, { price, cost, isTracked: isTracked !== false })
      : [];
    creation.send('createProduct', { body: productFrom(texts, isTracked) });
  };
  const toggleVariants = () => {
    matrix.clear();
    setQuestion(undefined);
    setHasVariants(!hasVariants);
    onVariants(!hasVariants);
  };
  if (created !== undefined)
    return (
      <VariantsForm
        product={created}
        matrix={matrix}
        creation={variants}
        onCancel={close}
        onDone={() => finish(created.name)}
      />
    );
  const isBusy = creation.isPending || variants.isRunning;
  return (
    <RequestForm request={creation} onSubmit={submit}>
      <FormErrorAlert
        error={creation.error}
        fields={['name', 'sku', 'barcode', 'category', 'price', 'cost', 'stock', 'min_stock']}
      />
      <TextInput
        name="name"
        label={t('products.name')}
        required
        data-autofocus
        onChange={({ currentTarget }) => suggestion.setName(currentTarget.value)}
        error={errors.name}
      />
      <Group grow align="flex-start">
        <SkuField suggestion={suggestion} error={errors.sku} />
        <TextInput name="barcode" label={t('products.barcode')} error={errors.barcode} />
      </Group>
      <CategoryField error={errors.category} />
      <Group grow align="flex-start">
        <AmountField name="price" label={t('products.price')} required onValue={setPrice} error={errors.price} />
        <AmountField name="cost" label={t('products.cost')} onValue={setCost} error={errors.cost} />
      </Group>
      <MarginNote price={price} cost={cost} />
      <Group grow align="flex-start">
        {!hasVariants && (
          <QuantityField
            name="stock"
            label={t('products.stock')}
            onValue={() => setQuestion(undefined)}
            error={errors.stock}
          />
        )}
        <QuantityField name="min_stock" label={t('products.minStock')} error={errors.min_stock} />
      </Group>
      {hasVariants && <VariantMatrix matrix={matrix} price={price} cost={cost} isTracked errors={variants.errors} />}
      <CreationState creation={variants} />
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" onClick={toggleVariants}>
          {t(hasVariants ? 'product.withoutOptions' : 'product.addVariants')}
        </Button>
      </Group>
      {question === undefined ? (
        <FormButtons isBusy={isBusy} isOff={hasVariants && matrix.isTooMany} onCancel={close} />
      ) : (
        <TrackStockDialog {...question} isBusy={isBusy} />
      )}
    </RequestForm>
  );
}
