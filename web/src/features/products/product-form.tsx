import { Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Card } from '../../design/card.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { AmountField, PercentField, QuantityField } from '../../design/forms/number-fields.tsx';
import { SaveSections, useSaveSection } from '../../design/forms/save-sections.tsx';
import { trackChanges } from '../../design/forms/unsaved.tsx';
import { useVersion } from '../../design/use-version.ts';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { CategoryField } from './category-field.tsx';
import { MarginNote } from './margin-note.tsx';
import { changedFields, fieldsFrom } from './product-fields.ts';
import { type Product, useChangeProduct } from './use-change-product.ts';

/** Details of a product, saved by a bar at the end of the page. */
export const ProductForm = ({ product }: { product: Product }) => (
  <SaveSections>
    <DetailsForm product={product} />
  </SaveSections>
);

function DetailsForm({ product }: { product: Product }) {
  // Events do not overwrite typed input. After saving, the form is reset to the current product.
  const [version, renew] = useVersion();
  const [start, setStart] = useState(product);
  const restart = (saved: Product | undefined) => {
    setStart(saved ?? product);
    renew();
  };
  return <EditForm key={version} product={start} onSaved={restart} />;
}

interface TypedMargin {
  price: number | undefined;
  cost: number | undefined;
  tax_rate: number | null | undefined;
}

function EditForm({ product, onSaved }: { product: Product; onSaved(saved: Product | undefined): void }) {
  const { t } = useI18n();
  const notify = useNotify();
  const [before] = useState(product);
  const change = useChangeProduct(product.id);
  const { form, unsaved } = useSaveSection(change);
  const [typed, setTyped] = useState<TypedMargin>(() => ({
    price: before.price,
    cost: before.cost,
    tax_rate: before.tax_rate,
  }));
  const errors = fieldErrors(change.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const changed = changedFields(fieldsFrom(textsOf(event)), before);
    change.mutate(changed, {
      onSuccess: (saved) => {
        notify.success(t('product.saved', { name: changed.name ?? before.name }));
        onSaved(saved);
      },
    });
  };
  return (
    <Card title={t('product.facts')}>
      <form ref={form} onSubmit={submit} aria-label={t('product.facts')} {...trackChanges(unsaved)}>
        <Stack>
          <FormErrorAlert
            error={change.error}
            fields={['name', 'sku', 'barcode', 'price', 'cost', 'category', 'unit', 'min_stock', 'tax_rate']}
          />
          <TextInput name="name" label={t('products.name')} required defaultValue={before.name} error={errors.name} />
          <Group grow align="flex-start">
            <TextInput name="sku" label={t('products.sku')} required defaultValue={before.sku} error={errors.sku} />
            <TextInput
              name="barcode"
              label={t('products.barcode')}
              defaultValue={before.barcode ?? ''}
              error={errors.barcode}
            />
          </Group>
          <Group grow align="flex-start">
            <AmountField
              name="price"
              label={t('products.price')}
              required
              defaultValue={before.price}
              onValue={(price) => setTyped({ ...typed, price })}
              error={errors.price}
            />
            <AmountField
              name="cost"
              label={t('products.cost')}
              defaultValue={before.cost}
              onValue={(cost) => setTyped({ ...typed, cost })}
              error={errors.cost}
            />
          </Group>
          <MarginNote {...typed} parent_id={before.parent_id} />
          <Group grow align="flex-start">
            <CategoryField defaultValue={before.category ?? ''} error={errors.category} />
            <TextInput name="unit" label={t('product.unit')} defaultValue={before.unit ?? ''} error={errors.unit} />
          </Group>
          <Group grow align="flex-start">
            <QuantityField
              name="min_stock"
              label={t('products.minStock')}
              defaultValue={before.min_stock}
              error={errors.min_stock}
            />
            <PercentField
              name="tax_rate"
              label={t('product.tax')}
              defaultValue={before.tax_rate}
              onValue={(tax_rate) => setTyped({ ...typed, tax_rate })}
              error={errors.tax_rate}
            />
          </Group>
          <Textarea
            name="description"
            label={t('product.description')}
            autosize
            minRows={2}
            maxRows={8}
            defaultValue={before.description}
          />
          <Switch name="track_stock" label={t('product.trackStock')} defaultChecked={before.track_stock} />
          <button type="submit" hidden />
        </Stack>
      </form>
    </Card>
  );
}
