import { Stack, Table } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import type { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { ImportErrors } from './import-errors.tsx';

type Preview = Awaited<ReturnType<typeof api.validateImport>>;

/** Preview of an import: errors and the first rows. */
export function ImportPreview({ preview: { valid, errors, preview, counts } }: { preview: Preview }) {
  const { t, counted, money, number } = useI18n();
  const { merchant } = useSession();
  return (
    <Stack>
      <ImportErrors valid={valid} errors={errors} counts={counts} />
      {preview.length > 0 && (
        <Card title={counted('import.preview', preview.length)}>
          <Table.ScrollContainer
            type="native"
            minWidth={560}
            tabIndex={0}
            aria-label={t('import.previewed')}
            role="region"
          >
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('products.sku')}</Table.Th>
                  <Table.Th>{t('products.name')}</Table.Th>
                  <Table.Th>{t('products.category')}</Table.Th>
                  <Table.Th className="number">{t('products.price')}</Table.Th>
                  <Table.Th className="number">{t('products.stock')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {preview.map(({ sku, name, category, price, stock }) => (
                  <Table.Tr key={sku}>
                    <Table.Td>{sku}</Table.Td>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td>{category}</Table.Td>
                    <Table.Td className="number">{money(price, merchant.currency)}</Table.Td>
                    <Table.Td className="number">{number(stock)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
    </Stack>
  );
}
