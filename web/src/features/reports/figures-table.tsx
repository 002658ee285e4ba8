import { ScrollArea, Table, Text } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

interface FiguresTableProps {
  label: string;
  headings: readonly string[];
  rows: readonly { id: string; cells: readonly string[] }[];
  /** Number of leading text columns. The others are numbers. */
  texts?: number;
  /** Shown if there are no rows. */
  none?: string;
}

/** A table with text columns first, then numbers. */
export function FiguresTable({ label, headings, rows, texts = 1, none }: FiguresTableProps) {
  const { t } = useI18n();
  const classOf = (column: number) => (column < texts ? undefined : 'number');
  if (rows.length === 0) return <Text c="dimmed">{none ?? t('dashboard.nothing')}</Text>;
  return (
    <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}>
      <Table stickyHeader aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading, column) =>
              heading === '' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
                <Table.Td key={column} />
              ) : (
                <Table.Th key={heading} className={classOf(column)}>
                  {heading}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, cells }) => (
            <Table.Tr key={id}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
                <Table.Td key={column} className={classOf(column)}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
