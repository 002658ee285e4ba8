import { Group, Text } from '@mantine/core';
import { joinedText } from '../../design/forms/form-values.ts';
import { TextLink } from '../../design/text-link.tsx';
import { TimelineCard } from '../../design/timeline-card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { Change, type Movement, Reason, Reference } from '../stock/movement.tsx';
import type { Product } from './use-change-product.ts';

const rows_at_once = 10;

/** Stock history, the latest change first. */
export function ProductTimeline({ product: { id } }: { product: Product }) {
  const { t } = useI18n();
  return (
    <TimelineCard
      title={t('product.stockHistory')}
      more={
        <TextLink to="/stock/movements" search={{ product: id }} size="sm">
          {t('movements.title')}
        </TextLink>
      }
      none={t('product.noStockHistory')}
      queryKey={['stock', 'story', id]}
      load={(cursor, signal) =>
        api.listMovements({ signal, query: { product_id: id, limit: rows_at_once, ...cursor } })
      }
      keyOf={(movement) => movement.id}
      render={(movement) => <MovementEntry movement={movement} />}
    />
  );
}

function MovementEntry({ movement }: { movement: Movement }) {
  const { t, number, dateTime } = useI18n();
  const { merchant } = useSession();
  const { type, balance, warehouse_name, user_name, created_at } = movement;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <Text>
          <Change {...movement} /> {t(`movements.type.${type}`)}
          {movement.reference !== null && ' · '}
          <Reference movement={movement} /> <Reason movement={movement} />
        </Text>
        <Text className="figures" fw={600} ta="end" style={{ whiteSpace: 'nowrap' }}>
          {t('product.left', { stock: number(balance) })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {joinedText([dateTime(created_at, merchant.timezone), user_name, warehouse_name])}
      </Text>
    </>
  );
}
