import { Badge, Box, Group, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { DataPlaceholder, NotFound } from '../../design/feedback/error-pages.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, isNotFound } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { ProductActions } from './product-actions.tsx';
import { ProductForm } from './product-form.tsx';
import { StockLevels } from './product-levels.tsx';
import { Pictures } from './product-pictures.tsx';
import { Prices } from './product-prices.tsx';
import { ProductSales } from './product-sales.tsx';
import { ProductSummary } from './product-summary.tsx';
import { ProductTimeline } from './product-timeline.tsx';
import { Variants } from './product-variants.tsx';
import { type Product, productKey } from './use-change-product.ts';

/** The page of one product. */
export function ProductPage() {
  const { id } = useParams({ from: '/authenticated/products/$id' });
  const { data, error, refetch } = useQuery({
    queryKey: productKey(id),
    queryFn: async ({ signal }) => (await api.getProduct({ signal, path: { id } })).data,
  });
  if (isNotFound(error)) return <NotFound />;
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={480} />;
  return <ProductDetails key={id} product={data} />;
}

function ProductDetails({ product }: { product: Product }) {
  const { t } = useI18n();
  const { may } = useSession();
  const mayWrite = may('catalogue:write');
  const { name, sku, status, parent_id } = product;
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Box maw="100%">
          {parent_id === undefined ? (
            <TextLink to="/products" size="sm">
              {t('products.title')}
            </TextLink>
          ) : (
            <TextLink to="/products/$id" params={{ id: parent_id }} size="sm">
              {t('product.toParent')}
            </TextLink>
          )}
          <Group gap="xs">
            <PageTitle>{name}</PageTitle>
            <Badge variant="outline" color="gray" tt="none">
              {sku}
            </Badge>
            {status === 'inactive' && (
              <Badge variant="filled" color="gray.7">
                {t('products.status.inactive')}
              </Badge>
            )}
          </Group>
        </Box>
        {mayWrite && <ProductActions product={product} />}
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          {mayWrite ? <ProductForm product={product} /> : <ProductSummary product={product} />}
          <Pictures product={product} />
        </Stack>
        <Stack>
          {parent_id === undefined && <Variants product={product} />}
          {product.track_stock && <StockLevels product={product} />}
          {may('reports:read') && <ProductSales product_id={product.id} />}
          <ProductTimeline product={product} />
          <Prices product={product} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}
