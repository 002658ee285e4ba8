import { Button, Group, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Card } from '../../design/card.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { ProductStock, StockFigures } from '../stock/stock-figures.tsx';
import { NewVariantDialog } from './new-variant.tsx';
import { NewVariantsDialog } from './new-variants.tsx';
import type { Product } from './use-change-product.ts';

/** The variants of a product. Each has its own page. */
export function Variants({ product }: { product: Product }) {
  const { t, money } = useI18n();
  const { merchant, may } = useSession();
  const [isAdding, { open, close }] = useDisclosure(false);
  const [isAddingMany, many] = useDisclosure(false);
  const { variants } = product;
  const more = may('catalogue:write') && (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={many.open}>
        {t('product.addVariants')}
      </Button>
      <Button variant="default" size="xs" onClick={open}>
        {t('product.addVariant')}
      </Button>
    </Group>
  );
  return (
    <Card title={t('product.variants')} more={more}>
      {variants.length === 0 ? (
        <Text c="dimmed">{t('product.noVariants')}</Text>
      ) : (
        <StockFigures>
          <Table.ScrollContainer minWidth={270} type="native">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('products.name')}</Table.Th>
                  <Table.Th visibleFrom="sm">{t('products.sku')}</Table.Th>
                  <Table.Th className="number">{t('products.price')}</Table.Th>
                  <Table.Th className="number">{t('products.stock')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {variants.map(({ id, name, sku, price, stock, status, track_stock }) => (
                  <Table.Tr key={id}>
                    <Table.Th scope="row">
                      <Group gap={6}>
                        <TextLink to="/products/$id" params={{ id }} inherit>
                          {name}
                        </TextLink>
                        {status === 'inactive' && (
                          <Text span size="sm" c="dimmed">
                            {t('products.status.inactive')}
                          </Text>
                        )}
                      </Group>
                    </Table.Th>
                    <Table.Td visibleFrom="sm">{sku}</Table.Td>
                    <Table.Td className="number">{money(price, merchant.currency)}</Table.Td>
                    <Table.Td className="number">
                      <ProductStock id={id} stock={stock} track_stock={track_stock} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </StockFigures>
      )}
      <NewVariantDialog product={product} isOpen={isAdding} onClose={close} />
      <NewVariantsDialog product={product} isOpen={isAddingMany} onClose={many.close} />
    </Card>
  );
}
