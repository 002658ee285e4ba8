import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lossColour } from '../../design/figure-colours.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { marginOf } from './margin-rules.ts';
import { productKey } from './use-change-product.ts';

interface MarginNoteProps {
  price: number | undefined;
  cost: number | undefined;
  /** Tax rate of the product in percent; without one the rate of its main product or of the shop applies. */
  tax_rate?: number | null | undefined;
  parent_id?: string | undefined;
}

/** The profit of one unit, while price and cost are typed. */
export function MarginNote({ price, cost, tax_rate, parent_id }: MarginNoteProps) {
  const { t, money, share } = useI18n();
  const { merchant } = useSession();
  const isShown = price !== undefined && cost !== undefined;
  const { data: parent } = useQuery({
    queryKey: productKey(parent_id ?? ''),
    queryFn: async ({ signal }) => (await api.getProduct({ signal, path: { id: parent_id ?? '' } })).data,
    enabled: isShown && parent_id !== undefined && (tax_rate ?? null) === null,
  });
  const { currency, tax_mode } = merchant;
  const rate = tax_rate ?? parent?.tax_rate ?? merchant.tax_rate;
  const margin = isShown ? marginOf({ price, cost, currency, tax_mode, tax_rate: rate }) : undefined;
  return (
    <Text size="sm" className="figures" role="status" c={lossColour(margin?.profit ?? 0) ?? 'dimmed'}>
      {margin !== undefined &&
        t(margin.profit < 0 ? 'product.loss' : 'product.margin', {
          percent: margin.percent === null ? '–' : share(margin.percent),
          amount: money(margin.profit, currency),
        })}
    </Text>
  );
}
