import { Alert, List, Stack, Table, Text } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import type { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { firstErrors } from './level-rules.ts';

type Preview = Awaited<ReturnType<typeof api.validateImport>>;

/** Preview of an import: errors and the first rows. */
export function ImportPreview({ preview: { valid, errors, preview, counts } }: { preview: Preview }) {
  const { t, counted, money, number } = useI18n();
  const { merchant } = useSession();
  const { shown, more } = firstErrors(errors);
  return (
    <Stack>
      {valid ? (
        <Text role="status">{t('import.valid')}</Text>
      ) : (
        <Alert color="red" role="alert" title={counted('import.wrong', errors.length)}>
          <List size="sm">
            {shown.map((error) => (
              <List.Item key={error}>{error}</List.Item>
            ))}
          </List>
          {more > 0 && <Text size="sm">{counted('import.more', more)}</Text>}
        </Alert>
      )}
      <Text>
        {t('import.counts', {
          created: number(counts.created),
          changed: number(counts.changed),
          unchanged: number(counts.unchanged),
          failed: number(counts.failed),
        })}
      </Text>
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
