import { Button, Group, Popover, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { InputChecks, usePassInputs } from '../../design/forms/input-checks.tsx';
import { AmountField } from '../../design/forms/number-fields.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { type Line, priceOf, type ReadyLine } from './cart.ts';
import { DiscountField } from './discount-field.tsx';
import { mayChangePrices } from './line-rules.ts';

interface PopoverButtonProps {
  /** Text of the button, and its accessible name. */
  shown: string;
  name: string;
  isChanged: boolean;
  onClose(): void;
  /** The fields; `close` closes the popover. */
  children(close: () => void): ReactNode;
}

/**
 * A button that opens fields in a popover. Enter or a click outside closes it, unless a field rejects its text. Escape
 * always closes it.
 */
const PopoverButton = (props: PopoverButtonProps) => (
  <InputChecks>
    <OpenButton {...props} />
  </InputChecks>
);

function OpenButton({ shown, name, isChanged, onClose, children }: PopoverButtonProps) {
  const passInputs = usePassInputs();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  const closeUsable = () => {
    if (passInputs()) close();
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={closeUsable}
      closeOnEscape={false}
      position="bottom-start"
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant={isChanged ? 'light' : 'subtle'}
          size="compact-sm"
          className="figures"
          aria-label={name}
          onClick={() => (isOpen ? closeUsable() : setOpen(true))}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown onKeyDown={closeByKey}>{children(closeUsable)}</Popover.Dropdown>
    </Popover>
  );
}

interface LinePriceProps {
  line: ReadyLine;
  onChange(price: number | null): void;
  onClose(): void;
}

/** Unit price, editable by roles that may change prices, alone or with an approval. A custom item has no catalogue price. */
export function LinePrice({ line, onChange, onClose }: LinePriceProps) {
  const { t, money } = useI18n();
  const { merchant, user } = useSession();
  const { goods } = line.state;
  const shown = money(priceOf(line), merchant.currency);
  const isChanged = line.price !== null && goods.id !== null;
  const before = isChanged && (
    <Text span size="sm" c="dimmed" td="line-through" className="figures">
      {money(goods.price, merchant.currency)}
    </Text>
  );
  if (goods.id !== null && !mayChangePrices(user.role, merchant))
    return (
      <Text size="sm" c="dimmed" className="figures">
        {shown} {before}
      </Text>
    );
  return (
    <Group gap={4}>
      <PopoverButton
        shown={shown}
        name={t('till.priceOf', { name: goods.name, price: shown })}
        isChanged={isChanged}
        onClose={onClose}
      >
        {(close) => (
          <>
            <AmountField
              label={t('till.price')}
              value={priceOf(line)}
              onValue={(price) => price !== undefined && onChange(price === goods.price ? null : price)}
              onEnter={close}
            />
            {isChanged && (
              <Button variant="subtle" size="compact-md" mt="xs" onClick={() => onChange(null)}>
                {t('till.listPrice', { price: money(goods.price, merchant.currency) })}
              </Button>
            )}
          </>
        )}
      </PopoverButton>
      {before}
    </Group>
  );
}

interface LineDiscountProps {
  line: ReadyLine;
  onChange(discount: Line['discount']): void;
  onClose(): void;
}

export function LineDiscount({ line: { discount, state }, onChange, onClose }: LineDiscountProps) {
  const { t, money, number } = useI18n();
  const { merchant } = useSession();
  const name = t('till.discountOf', { name: state.goods.name });
  const given = typeof discount === 'number' ? discount : discount.percent;
  const shown = typeof discount === 'number' ? money(discount, merchant.currency) : `${number(discount.percent)} %`;
  return (
    <PopoverButton
      shown={given === 0 ? t('sale.discount') : `− ${shown}`}
      name={name}
      isChanged={given !== 0}
      onClose={onClose}
    >
      {(close) => <DiscountField label={name} discount={discount} onChange={onChange} onEnter={close} />}
    </PopoverButton>
  );
}
