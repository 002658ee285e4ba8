import { Group, Text } from '@mantine/core';
import { joinedText } from '../../design/forms/form-values.ts';
import { TimelineCard } from '../../design/timeline-card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import type { Product } from './use-change-product.ts';

const rows_at_once = 5;

/** Price history, the latest change first. */
export function Prices({ product: { id } }: { product: Product }) {
  const { t } = useI18n();
  return (
    <TimelineCard
      title={t('product.prices')}
      none={t('product.noPrices')}
      queryKey={['products', 'prices', id]}
      load={(cursor, signal) =>
        api.listPriceChanges({ signal, path: { id }, query: { limit: rows_at_once, ...cursor } })
      }
      keyOf={(change) => change.id}
      render={(change) => <PriceEntry change={change} />}
    />
  );
}

function PriceEntry({ change: { before, after, user_name, created_at } }: { change: RowOf<'listPriceChanges'> }) {
  const { t, money, dateTime } = useI18n();
  const { merchant } = useSession();
  const inMoney = (amount: number) => money(amount, merchant.currency);
  const changes = (['price', 'cost'] as const).flatMap((name) => {
    const [was, is] = [before?.[name], after[name]];
    return is === undefined ? [] : [{ name, was, is }];
  });
  return (
    <>
      {changes.map(({ name, was, is }) => (
        <Group key={name} justify="space-between" wrap="nowrap" gap="sm">
          <Text>{t(`products.${name}`)}</Text>
          <Text className="figures" fw={600}>
            {was === undefined ? inMoney(is) : t('product.fromTo', { before: inMoney(was), after: inMoney(is) })}
          </Text>
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        {joinedText([dateTime(created_at, merchant.timezone), user_name])}
      </Text>
    </>
  );
}
