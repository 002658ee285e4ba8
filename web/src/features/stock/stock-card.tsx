import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LoadError } from '../../design/feedback/error-pages.tsx';
import { joinedText, withoutUndefined } from '../../design/forms/form-values.ts';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { levelBefore, placeCard } from './figure-card-rules.ts';
import { useLevelsOf } from './levels.ts';
import { Change, type Movement, Reason, Reference } from './movement.tsx';
import type { OpenFigure } from './use-figure-card.ts';

const movements_shown = 5;

interface StockCardProps {
  figure: OpenFigure;
  onClose(): void;
}

/** Why a figure of stock is what it is: its last movements, and what is reserved. */
export function StockCard({ figure, onClose }: StockCardProps) {
  const { t, counted } = useI18n();
  const { element, product_id, warehouse_id, isPinned } = figure;
  const card = useRef<HTMLElement>(null);
  const [place] = useState(() =>
    placeCard(element.getBoundingClientRect(), { width: innerWidth, height: innerHeight }),
  );
  const filter = withoutUndefined({ product_id, warehouse_id });
  const { data, error, refetch } = useQuery({
    queryKey: ['stock', 'movements', 'last', filter],
    queryFn: async ({ signal }) =>
      (await api.listMovements({ signal, query: { ...filter, limit: movements_shown } })).data,
  });
  const { data: levels = [] } = useLevelsOf(product_id);
  const reserved = levels
    .filter((level) => warehouse_id === undefined || level.warehouse_id === warehouse_id)
    .reduce((sum, level) => sum + level.reserved, 0);
  useEffect(() => {
    if (isPinned) card.current?.focus();
  }, [isPinned]);
  return createPortal(
    <section ref={card} tabIndex={-1} className="stock-card" aria-label={t('stock.lastMovements')} style={place}>
      <Text size="sm" fw={600}>
        {t('stock.lastMovements')}
      </Text>
      {data === undefined && (error === null ? <Skeleton height={120} mt="xs" /> : <Failed {...{ error, refetch }} />)}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('product.noStockHistory')}
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <ol>
          {data.map((movement) => (
            <li key={movement.id}>
              <Entry movement={movement} hasWarehouse={warehouse_id === undefined} />
            </li>
          ))}
        </ol>
      )}
      {reserved > 0 && (
        <Text size="sm" mb={4}>
          {counted('stock.reservedNow', reserved)}
        </Text>
      )}
      <TextLink
        to="/stock/movements"
        search={withoutUndefined({ product: product_id, warehouse: warehouse_id })}
        size="sm"
        onClick={onClose}
      >
        {t('stock.allMovements')}
      </TextLink>
    </section>,
    document.body,
  );
}

const Failed = ({ error, refetch }: { error: Error; refetch(): Promise<unknown> }) => (
  <LoadError error={error} retry={() => void refetch()} />
);

function Entry({ movement, hasWarehouse }: { movement: Movement; hasWarehouse: boolean }) {
  const { t, number, moment } = useI18n();
  const { merchant } = useSession();
  const { type, balance, user_name, warehouse_name, created_at } = movement;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <Text size="sm">
          <Change {...movement} /> {t(`movements.type.${type}`)}
          {movement.reference !== null && ' · '}
          <Reference movement={movement} /> <Reason movement={movement} />
        </Text>
        <Text size="sm" className="figures nowrap">
          {t('product.fromTo', { before: number(levelBefore(movement)), after: number(balance) })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {joinedText([moment(created_at, merchant.timezone), user_name, hasWarehouse && warehouse_name])}
      </Text>
    </>
  );
}
