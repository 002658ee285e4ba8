import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isSearch, textOf } from '../../design/forms/form-values.ts';
import { Icon } from '../../design/icons.tsx';
import { sectionsFor } from '../../features/settings/sections.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { navItemsFor } from './nav-items.ts';

const found_at_most = 6;

/** Command palette (Ctrl K): opens any page, or any product by part of its name. Opens each time the count changes. */
export function Palette({ opened }: { opened: number }) {
  const { t, money } = useI18n();
  const session = useSession();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the count only.
  useEffect(() => spotlight.open(), [opened]);
  const typed = textOf(query) ?? '';
  const [search] = useDebouncedValue(typed, 150);
  const { data: products = [] } = useQuery({
    queryKey: ['products', 'palette', search],
    enabled: isSearch(search),
    queryFn: async ({ signal }) => (await api.listProducts({ signal, query: { search, limit: found_at_most } })).data,
  });
  const pages = navItemsFor(session).map(
    ({ to, icon, text }): SpotlightActionData => ({
      id: to,
      label: t(text),
      leftSection: <Icon name={icon} />,
      onClick: () => void navigate({ to }),
    }),
  );
  const sections = sectionsFor(session).map(
    ({ to, text }): SpotlightActionData => ({
      id: to,
      label: t(text),
      description: t('settings.title'),
      leftSection: <Icon name="settings" />,
      onClick: () => void navigate({ to }),
    }),
  );
  const goods = products.map(
    ({ id, name, sku, price }): SpotlightActionData => ({
      id,
      label: name,
      description: `${sku} · ${money(price, session.merchant.currency)}`,
      leftSection: <Icon name="products" />,
      // The service also matches words in another order, so do not filter here.
      keywords: query,
      onClick: () => void navigate({ to: '/products/$id', params: { id } }),
    }),
  );
  return (
    <Spotlight
      actions={[...pages, ...(typed === '' ? [] : sections), ...(isSearch(search) ? goods : [])]}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      nothingFound={t('app.nothingFound')}
      searchProps={{ placeholder: t('app.search'), 'aria-label': t('app.search'), leftSection: <Icon name="search" /> }}
    />
  );
}
