import { ScrollArea, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../language/i18n.tsx';

interface FiguresTableProps {
  label: string;
  headings: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  /** The sums of the columns, below them. */
  totals?: readonly string[] | undefined;
  /** Number of leading text columns. The others are numbers. */
  texts?: number;
  /** Shown if there are no rows. */
  none?: string;
  /** Whether it has many columns, and scrolls sideways where they do not fit. */
  isWide?: boolean;
}

/** A table with text columns first, then numbers. All rows are shown: the page scrolls, not a box in it. */
export function FiguresTable({ label, headings, rows, totals, texts = 1, none, isWide = false }: FiguresTableProps) {
  const { t } = useI18n();
  const classOf = (column: number) => (column < texts ? undefined : 'number');
  if (rows.length === 0) return <Text c="dimmed">{none ?? t('dashboard.nothing')}</Text>;
  return (
    <ScrollArea.Autosize type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}>
      <Table aria-label={label} {...(isWide ? { miw: headings.length * 96 } : {})}>
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
          {totals !== undefined && (
            <Table.Tr className="report-total">
              {totals.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
                <Table.Td key={column} className={classOf(column)}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
