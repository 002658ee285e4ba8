import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { compareTotals, type FileSums } from './certificate-rules.ts';

/** The sums of the file beside those of the shop, to compare with the reports of the program that wrote the file. */
export function ImportCertificate({ totals }: { totals: FileSums }) {
  const { t, number, money } = useI18n();
  const { merchant } = useSession();
  const { data } = useQuery({
    queryKey: ['stock', 'certificate'],
    queryFn: async ({ signal }) => {
      const [report, customers] = await Promise.all([
        api.reportInventory({ signal, query: {} }),
        api.listCustomers({ signal, query: { limit: 1 } }),
      ]);
      return { ...report.data, customers: customers.meta.total };
    },
  });
  if (data === undefined) return null;
  const amount = (value: number | null) => (value === null ? '' : money(value, merchant.currency));
  const count = (value: number | null) => (value === null ? '' : number(value));
  const { counts, warehouses } = compareTotals(totals, data);
  return (
    <Card title={t('certificate.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('certificate.text')}</Text>
        <Table.ScrollContainer
          type="native"
          minWidth={480}
          tabIndex={0}
          aria-label={t('certificate.title')}
          role="region"
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('certificate.what')}</Table.Th>
                <Table.Th className="number">{t('certificate.inFile')}</Table.Th>
                <Table.Th className="number">{t('certificate.inShop')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {counts.map(({ name, inFile, inShop }) => (
                <Table.Tr key={name}>
                  <Table.Td>{t(`certificate.${name}`)}</Table.Td>
                  <Table.Td className="number">{count(inFile)}</Table.Td>
                  <Table.Td className="number">{count(inShop)}</Table.Td>
                </Table.Tr>
              ))}
              {warehouses.flatMap(({ id, name, inFile, inShop }) => [
                <Table.Tr key={`${id} units`}>
                  <Table.Td>{t('certificate.units', { warehouse: name ?? t('import.allWarehouses') })}</Table.Td>
                  <Table.Td className="number">{count(inFile?.units ?? null)}</Table.Td>
                  <Table.Td className="number">{count(inShop?.units ?? null)}</Table.Td>
                </Table.Tr>,
                <Table.Tr key={`${id} cost`}>
                  <Table.Td>{t('certificate.atCost', { warehouse: name ?? t('import.allWarehouses') })}</Table.Td>
                  <Table.Td className="number">{amount(inFile?.value_at_cost ?? null)}</Table.Td>
                  <Table.Td className="number">{amount(inShop?.value_at_cost ?? null)}</Table.Td>
                </Table.Tr>,
              ])}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Card>
  );
}
