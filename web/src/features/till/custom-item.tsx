import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { numberOf, textOf } from '../../design/forms/form-values.ts';
import { AmountField, PercentField, QuantityField } from '../../design/forms/number-fields.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { quantity_at_most } from './cart.ts';
import type { TillEvent } from './till-state.ts';

/** Adds an item that is not in the catalogue. */
export function CustomItem({ dispatch }: { dispatch(event: TillEvent): void }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const [isNameless, setNameless] = useState(false);
  const add = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const item = {
      name: textOf(texts.name) ?? '',
      price: numberOf(texts.price) ?? 0,
      tax_rate: numberOf(texts.tax_rate) ?? null,
    };
    setNameless(item.name === '');
    if (item.name === '') return;
    dispatch({ type: 'customAdded', item, quantity: numberOf(texts.quantity) ?? 1 });
    setOpen(false);
  };
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={() => setOpen(true)}>
        {t('till.customItem')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('till.customItem')}>
        <form onSubmit={add}>
          <Stack>
            <TextInput
              name="name"
              label={t('products.name')}
              required
              maxLength={200}
              data-autofocus
              autoComplete="off"
              error={isNameless && t('invalid.required')}
            />
            <AmountField name="price" label={t('products.price')} required />
            <QuantityField name="quantity" label={t('sale.quantity')} min={1} max={quantity_at_most} defaultValue={1} />
            <PercentField name="tax_rate" label={t('till.customTax')} description={t('till.customTaxHint')} />
            <Group justify="flex-end">
              <Button type="submit">{t('till.addCustomItem')}</Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
