import { ActionIcon, Alert, Button, Group, Loader, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Minor } from '@tillhouse/core/money';
import { toMajor } from '@tillhouse/core/money';
import { type ReactNode, useEffect, useRef } from 'react';
import { QuantityField } from '../../design/forms/number-fields.tsx';
import { Icon } from '../../design/icons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { type Cart, type Goods, isReady, type Line, pricesOf, quantity_at_most, type ReadyLine } from './cart.ts';
import { LineDiscount, LinePrice } from './line-changes.tsx';
import { oneLess } from './line-rules.ts';
import { shortagesOf } from './stock-rules.ts';
import type { TillEvent } from './till-state.ts';

interface CartLinesProps {
  cart: Cart;
  /** What can be sold of the products, as far as it is known. */
  stock: ReadonlyMap<string, number>;
  dispatch(event: TillEvent): void;
  /** Called after a price or discount change, to focus the scan field. */
  onChanged(): void;
}

/** The lines of the cart. The last one added is on top, in bold. */
export function CartLines({ cart, stock, dispatch, onChanged }: CartLinesProps) {
  const { t } = useI18n();
  const { merchant } = useSession();
  if (cart.lines.length === 0)
    return (
      <Text c="dimmed" py="xl">
        {t('till.empty')}
      </Text>
    );
  const shortages = shortagesOf(cart, stock);
  const totals = new Map(pricesOf({ ...cart, discount: 0 }, merchant)?.lines.map(({ key, total }) => [key, total]));
  return (
    <Stack gap="xs" role="list" aria-label={t('sale.lines')}>
      {cart.lines.toReversed().map((line, index) => (
        <Paper key={line.key} withBorder p="xs" role="listitem">
          {isReady(line) ? (
            <ReadyRow
              line={line}
              isLast={index === 0}
              total={totals.get(line.key)}
              most={shortages.get(line.key)}
              dispatch={dispatch}
              onChanged={onChanged}
            />
          ) : (
            <UnresolvedRow line={line} stock={stock} dispatch={dispatch} />
          )}
        </Paper>
      ))}
    </Stack>
  );
}

interface ReadyRowProps {
  line: ReadyLine;
  isLast: boolean;
  /** `undefined` if the discount is more than the line's amount. */
  total: Minor | undefined;
  /** How many can be sold, if the line has more. */
  most: number | undefined;
  dispatch(event: TillEvent): void;
  onChanged(): void;
}

function ReadyRow({ line, isLast, total, most, dispatch, onChanged }: ReadyRowProps) {
  const { t, money, number } = useI18n();
  const { merchant } = useSession();
  const { key, quantity } = line;
  const { name, sku } = line.state.goods;
  const change = (next: number) => dispatch({ type: 'quantityChanged', key, quantity: next });
  return (
    <Group justify="space-between" gap="xs" className="till-line">
      <div className="growing">
        <Text fw={isLast ? 700 : 500}>{name}</Text>
        <Group gap={6}>
          {sku !== '' && (
            <Text size="sm" c="dimmed">
              {sku}
            </Text>
          )}
          <LinePrice
            line={line}
            onClose={onChanged}
            onChange={(price) => dispatch({ type: 'priceChanged', key, price })}
          />
          <LineDiscount
            line={line}
            onClose={onChanged}
            onChange={(discount) => dispatch({ type: 'lineDiscounted', key, discount })}
          />
        </Group>
        {most !== undefined && (
          <Text size="sm" fw={600} c="var(--low)" role="status">
            {most === 0 ? t('till.outOfStock') : t('till.onlyInStock', { count: number(most) })}
          </Text>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="xl"
          aria-label={t('till.less', { name })}
          onClick={() => dispatch(oneLess(line))}
        >
          <Icon name="minus" />
        </ActionIcon>
        <QuantityField
          aria-label={t('till.quantityOf', { name })}
          w={76}
          size="md"
          min={1}
          max={quantity_at_most}
          value={quantity}
          onValue={(next) => next !== undefined && change(next)}
        />
        <ActionIcon
          variant="default"
          size="xl"
          aria-label={t('till.more', { name })}
          onClick={() => change(quantity + 1)}
        >
          <Icon name="plus" />
        </ActionIcon>
        <Text fw={700} miw={84} className="number figures" c={total === undefined ? 'var(--bad)' : undefined}>
          {total === undefined ? '–' : money(toMajor(total, merchant.currency), merchant.currency)}
        </Text>
        <RemoveButton name={name} onClick={() => dispatch({ type: 'removed', key })} />
      </Group>
    </Group>
  );
}

interface ChooseProductProps {
  label: string;
  among: readonly Goods[];
  stock: ReadonlyMap<string, number>;
  onChoose(goods: Goods): void;
  children: ReactNode;
}

/** Names that differ at their end only are shown whole. */
function ChooseProduct({ label, among, stock, onChoose, children }: ChooseProductProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const group = useRef<HTMLDivElement>(null);
  // It may be chosen by a tile far below.
  useEffect(() => {
    group.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Stack ref={group} gap="xs" role="group" aria-label={t('till.which')} className="choices">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} className="growing">
          {t('till.which')} <Text span>{label}</Text>
        </Text>
        {children}
      </Group>
      {among.map((goods) => (
        <UnstyledButton key={goods.id} className="choice" onClick={() => onChoose(goods)}>
          <span className="growing">
            {goods.name}{' '}
            <Text span c="dimmed">
              · {goods.sku}
            </Text>
            {(stock.get(goods.id ?? '') ?? 1) <= 0 && (
              <Text span display="block" size="sm" c="var(--low)">
                {t('till.outOfStock')}
              </Text>
            )}
          </span>
          <Text span className="figures">
            {money(goods.price, merchant.currency)}
          </Text>
        </UnstyledButton>
      ))}
    </Stack>
  );
}

interface UnresolvedRowProps extends Pick<CartLinesProps, 'stock' | 'dispatch'> {
  line: Line;
}

/** A line that is not ready. The sale cannot be paid yet. */
function UnresolvedRow({ line, stock, dispatch }: UnresolvedRowProps) {
  const { t } = useI18n();
  const { key, code, quantity, state } = line;
  const label = quantity === 1 ? code : `${quantity} × ${code}`;
  if (state.kind === 'looking')
    return (
      <Group justify="space-between">
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text>{label}</Text>
          <Text c="dimmed">{t('till.looking')}</Text>
        </Group>
        <RemoveButton name={code} onClick={() => dispatch({ type: 'removed', key })} />
      </Group>
    );
  if (state.kind === 'choose')
    return (
      <ChooseProduct
        label={label}
        among={state.among}
        stock={stock}
        onChoose={(goods) => dispatch({ type: 'chosen', key, goods })}
      >
        <RemoveButton name={code} onClick={() => dispatch({ type: 'removed', key })} />
      </ChooseProduct>
    );
  return (
    <Alert color="orange" role="alert">
      <Group justify="space-between">
        <Text>{t(state.kind === 'failed' ? 'till.lookupFailed' : 'till.unknown', { code })}</Text>
        <Group gap="xs">
          {state.kind === 'failed' && (
            <Button variant="default" size="xs" onClick={() => dispatch({ type: 'lookupRetried', key })}>
              {t('request.again')}
            </Button>
          )}
          <RemoveButton name={code} onClick={() => dispatch({ type: 'removed', key })} />
        </Group>
      </Group>
    </Alert>
  );
}

function RemoveButton({ name, onClick }: { name: string; onClick(): void }) {
  const { t } = useI18n();
  return (
    <ActionIcon variant="subtle" color="gray" size="xl" aria-label={t('till.remove', { name })} onClick={onClick}>
      <Icon name="cross" />
    </ActionIcon>
  );
}
