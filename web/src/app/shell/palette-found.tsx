import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isSearch, joinedText } from '../../design/forms/form-values.ts';
import { Icon, type IconName } from '../../design/icons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { canTry, type Intent, isCode } from './palette-rules.ts';

const found_at_most = 6;
const pause_ms = 150;

/** Products, customers and sales that match what is typed, as actions that open them. */
export function useFound(typed: string): SpotlightActionData[] {
  const { money } = useI18n();
  const { may, merchant } = useSession();
  const navigate = useNavigate();
  const [search] = useDebouncedValue(typed, pause_ms);
  const products = useProducts(search);
  const sales = useSales(search);
  const { data: customers = [] } = useQuery({
    queryKey: ['customers', 'palette', search],
    enabled: isSearch(search) && may('customers:read'),
    queryFn: async ({ signal }) => (await api.listCustomers({ signal, query: { search, limit: found_at_most } })).data,
  });
  if (!isSearch(search)) return [];
  // The service also matches words in another order, so the palette must not filter.
  const found = (icon: IconName, one: Pick<SpotlightActionData, 'id' | 'label' | 'description' | 'onClick'>) => ({
    ...one,
    leftSection: <Icon name={icon} />,
    keywords: typed,
  });
  return [
    ...products.map(({ id, name, sku, price }) =>
      found('products', {
        id,
        label: name,
        description: `${sku} · ${money(price, merchant.currency)}`,
        onClick: () => void navigate({ to: '/products/$id', params: { id } }),
      }),
    ),
    ...customers.map(({ id, name, phone, email }) =>
      found('customers', {
        id,
        label: name,
        description: joinedText([phone, email]),
        onClick: () => void navigate({ to: '/customers/$id', params: { id } }),
      }),
    ),
    ...sales.map(({ id, transaction_code, total_amount }) =>
      found('sales', {
        id,
        label: transaction_code,
        description: money(total_amount, merchant.currency),
        onClick: () => void navigate({ to: '/sales/$id', params: { id } }),
      }),
    ),
  ];
}

/** What is typed as an act, such as `adjust mug +12`, as actions that open the form for it. */
export function useActs(intent: Intent | undefined, typed: string): SpotlightActionData[] {
  const { t, money, number } = useI18n();
  const { may, merchant } = useSession();
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(intent, pause_ms);
  const isSale = settled?.act === 'refund' || settled?.act === 'void';
  const sales = useSales(isSale && may(settled.act === 'refund' ? 'sales:refund' : 'sales:void') ? settled.code : '');
  const products = useProducts(settled?.act === 'adjust' && may('stock:write') ? settled.product : '');
  if (intent === undefined || settled === undefined) return [];
  const shown = (one: Pick<SpotlightActionData, 'id' | 'label' | 'description' | 'onClick'>) => ({
    ...one,
    leftSection: <Icon name="check" />,
    keywords: typed,
  });
  switch (settled.act) {
    case 'refund':
    case 'void': {
      const { act } = settled;
      const possible = sales.filter((sale) => canTry(act, sale));
      return possible.map(({ id, transaction_code, total_amount }) =>
        shown({
          id: `${act} ${id}`,
          label: t(act === 'refund' ? 'refund.of' : 'palette.void', { code: transaction_code }),
          description: money(total_amount, merchant.currency),
          onClick: () => void navigate({ to: '/sales/$id', params: { id }, search: { act } }),
        }),
      );
    }
    case 'adjust': {
      const { change } = settled;
      const counted = products.filter(({ track_stock }) => track_stock);
      return counted.map(({ id, name, sku }) =>
        shown({
          id: `adjust ${id}`,
          label: t(change > 0 ? 'palette.add' : 'palette.remove', { name, count: number(Math.abs(change)) }),
          description: sku,
          onClick: () =>
            void navigate({ to: '/products/$id', params: { id }, search: { act: 'adjust', value: String(change) } }),
        }),
      );
    }
    case 'invite': {
      const { email } = settled;
      if (!may('staff:write')) return [];
      return [
        shown({
          id: 'invite',
          label: t('palette.invite', { email }),
          onClick: () => void navigate({ to: '/settings/staff', search: { act: 'invite', value: email } }),
        }),
      ];
    }
  }
}

function useProducts(search: string) {
  const { data = [] } = useQuery({
    queryKey: ['products', 'palette', search],
    enabled: isSearch(search),
    queryFn: async ({ signal }) => (await api.listProducts({ signal, query: { search, limit: found_at_most } })).data,
  });
  return data;
}

function useSales(code: string) {
  const { may } = useSession();
  const { data = [] } = useQuery({
    queryKey: ['sales', 'palette', code],
    enabled: isCode(code) && may('sales:read'),
    queryFn: async ({ signal }) =>
      (await api.listTransactions({ signal, query: { search: code, limit: found_at_most } })).data,
  });
  return data;
}
