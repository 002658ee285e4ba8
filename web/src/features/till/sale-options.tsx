import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { CustomerDialog } from '../customers/customer-form.tsx';
import type { Cart } from './cart.ts';
import { CustomItem } from './custom-item.tsx';
import { CustomerField } from './customer-field.tsx';
import { DiscountField } from './discount-field.tsx';
import type { TillEvent } from './till-state.ts';

interface SaleOptionsProps {
  cart: Cart;
  dispatch(event: TillEvent): void;
}

/** Customer, discount and note of the sale. */
export function SaleOptions({ cart, dispatch }: SaleOptionsProps) {
  const { t } = useI18n();
  const { merchant } = useSession();
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState({ discount: cart.discount !== 0, note: cart.note !== '' });
  /** The field that replaced its button has the focus. */
  const [opened, setOpened] = useState<keyof typeof shown>();
  const open = (name: keyof typeof shown) => {
    setShown({ ...shown, [name]: true });
    setOpened(name);
  };
  return (
    <Stack gap="xs">
      <Group align="end" gap="xs" wrap="nowrap">
        <div className="growing">
          <CustomerField buyer={cart.buyer} onChange={(buyer) => dispatch({ type: 'changed', part: { buyer } })} />
        </div>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('till.newCustomer')}
        </Button>
      </Group>
      <Group gap="xs">
        {!shown.discount && (
          <Button variant="subtle" size="compact-md" onClick={() => open('discount')}>
            {t('till.saleDiscount')}
          </Button>
        )}
        {!shown.note && (
          <Button variant="subtle" size="compact-md" onClick={() => open('note')}>
            {t('till.note')}
          </Button>
        )}
        {merchant.allow_custom_items && <CustomItem dispatch={dispatch} />}
      </Group>
      {shown.discount && (
        <DiscountField
          label={t('till.saleDiscount')}
          discount={cart.discount}
          autoFocus={opened === 'discount'}
          onChange={(discount) => dispatch({ type: 'changed', part: { discount } })}
        />
      )}
      {shown.note && (
        <Textarea
          label={t('till.note')}
          autosize
          autoFocus={opened === 'note'}
          maxLength={1_000}
          value={cart.note}
          onChange={({ currentTarget }) => dispatch({ type: 'changed', part: { note: currentTarget.value } })}
        />
      )}
      <CustomerDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onCreated={(buyer) => dispatch({ type: 'changed', part: { buyer } })}
      />
    </Stack>
  );
}
