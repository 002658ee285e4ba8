import { Badge, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { Icon } from '../../ui/icons.tsx';
import { type Column, List, rowsOfPage } from '../../ui/list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { NewProduct } from './new-product.tsx';
import type { ProductsView } from './view.ts';

type Product = RowOf<'listProducts'>;

/** The catalogue, however long. */
export function Products() {
  const { t } = useSpeech();
  const { may } = useSession();
  const view = useSearch({ from: '/inside/products' });
  const navigate = useNavigate({ from: '/products' });
  const [isAdding, { open, close }] = useDisclosure(false);
  const show = (next: ProductsView) => void navigate({ search: next, replace: true });
  const columns = useColumns();
  const isNarrowed = view.search !== undefined || view.status !== undefined;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('products.title')}
        </Title>
        {may('catalogue:write') && (
          <Button leftSection={<Icon name="plus" />} onClick={open}>
            {t('products.new')}
          </Button>
        )}
      </Group>
      <Group align="flex-end">
        <SearchField label={t('products.search')} value={view.search} onSearch={(search) => show({ ...view, search } as ProductsView)} />
        <SegmentedControl
          aria-label={t('products.status')}
          value={view.status ?? 'any'}
          onChange={(status) => show({ ...view, status: status === 'any' ? undefined : status } as ProductsView)}
          data={(['any', 'active', 'inactive'] as const).map((value) => ({ value, label: t(`products.status.${value}`) }))}
        />
      </Group>
      <List
        label={t('products.title')}
        queryKey={['products', view]}
        ask={(page, signal) => api.listProducts({ signal, query: { sort: 'name', ...view, page, limit: rowsOfPage } })}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          isNarrowed ? (
            <Stack align="flex-start" py="xl">
              <Text>{t('app.nothingFound')}</Text>
              <Button variant="default" onClick={() => show({})}>
                {t('app.showAll')}
              </Button>
            </Stack>
          ) : (
            <Text py="xl">{t('products.none')}</Text>
          )
        }
      />
      <NewProduct isOpen={isAdding} onClose={close} />
    </Stack>
  );
}

function useColumns(): Column<Product>[] {
  const { t, money, number } = useSpeech();
  const { merchant, may } = useSession();
  const inMoney = (amount: number) => money(amount, merchant.currency);
  return [
    {
      id: 'name',
      title: t('products.name'),
      width: 'minmax(200px, 3fr)',
      show: ({ id, name, status }) => (
        <>
          <TextLink to="/products/$id" params={{ id }} inherit>
            {name}
          </TextLink>{' '}
          {status === 'inactive' && (
            <Badge size="xs" variant="outline" color="gray">
              {t('products.status.inactive')}
            </Badge>
          )}
        </>
      ),
    },
    { id: 'sku', title: t('products.sku'), width: 'minmax(110px, 1fr)', show: ({ sku }) => sku },
    { id: 'category', title: t('products.category'), width: 'minmax(110px, 1fr)', show: ({ category }) => category },
    { id: 'price', title: t('products.price'), width: 'minmax(110px, 1fr)', isNumber: true, show: ({ price }) => inMoney(price) },
    ...(may('costs:read')
      ? [
          {
            id: 'cost',
            title: t('products.cost'),
            width: 'minmax(110px, 1fr)',
            isNumber: true,
            show: ({ cost }: Product) => (typeof cost === 'number' ? inMoney(cost) : ''),
          },
        ]
      : []),
    {
      id: 'stock',
      title: t('products.stock'),
      width: 'minmax(90px, 0.7fr)',
      isNumber: true,
      show: ({ stock, min_stock }) => {
        const isLow = min_stock !== null && stock <= min_stock;
        return (
          <Text span inherit c={isLow ? 'orange.8' : undefined} fw={isLow ? 700 : undefined}>
            {number(stock)}
          </Text>
        );
      },
    },
  ];
}
