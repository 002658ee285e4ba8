import { Table } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { Product } from './use-change-product.ts';

/** Product details, read-only. */
export function ProductSummary({ product }: { product: Product }) {
  const { t, money, number } = useI18n();
  const { merchant } = useSession();
  const { price, cost, barcode, category, unit, min_stock, tax_rate, description } = product;
  const facts: [string, string | null][] = [
    [t('products.price'), money(price, merchant.currency)],
    [t('products.cost'), cost !== undefined ? money(cost, merchant.currency) : null],
    [t('products.barcode'), barcode],
    [t('products.category'), category],
    [t('product.unit'), unit],
    [t('products.minStock'), min_stock === null ? null : number(min_stock)],
    [t('product.tax'), tax_rate === null ? null : number(tax_rate)],
    [t('product.description'), description === '' ? null : description],
  ];
  return (
    <Card title={t('product.facts')}>
      <Table>
        <Table.Tbody>
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td>{value}</Table.Td>
                </Table.Tr>
              ),
          )}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
