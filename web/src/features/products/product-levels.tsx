import { Group, Table } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { useAct } from '../../design/use-act.ts';
import { useI18n } from '../../language/i18n.tsx';
import { levelsInAllWarehouses } from '../stock/level-rules.ts';
import { useLevelsOf, useWarehouses } from '../stock/levels.ts';
import { LowBadge } from '../stock/low-badge.tsx';
import { StockFigure, StockFigures } from '../stock/stock-figures.tsx';
import { useStockDialogs } from '../stock/use-stock-dialogs.tsx';
import type { Product } from './use-change-product.ts';

/** Stock of the product by warehouse. */
export function StockLevels({ product }: { product: Product }) {
  const { t, number } = useI18n();
  const { data, error, refetch } = useLevelsOf(product.id);
  const warehouses = useWarehouses();
  const { buttons, dialogs, adjustBy } = useStockDialogs();
  const levels = data === undefined ? undefined : levelsInAllWarehouses(product, warehouses, data);
  const [asked, setAsked] = useState<number>();
  useAct((_, value) => setAsked(Number(value)));
  const [first] = levels ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the stock is known.
  useEffect(() => {
    if (asked === undefined || first === undefined) return;
    if (Number.isInteger(asked) && asked !== 0) adjustBy(first, asked);
    setAsked(undefined);
  }, [asked, first === undefined]);
  const figure = ({ warehouse_id }: { warehouse_id: string }, stock: number) => (
    <StockFigure stock={stock} product_id={product.id} warehouse_id={warehouse_id} />
  );
  return (
    <Card title={t('stock.ofProduct')}>
      {levels === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={90} />
      ) : (
        <StockFigures>
          <Table.ScrollContainer minWidth={270} type="native">
            <Table horizontalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('stock.warehouse')}</Table.Th>
                  <Table.Th className="number">{t('stock.stock')}</Table.Th>
                  <Table.Th className="number" visibleFrom="sm">
                    {t('stock.reserved')}
                  </Table.Th>
                  <Table.Th className="number" visibleFrom="sm">
                    {t('stock.available')}
                  </Table.Th>
                  {buttons !== undefined && <Table.Th>{t('stock.change')}</Table.Th>}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {levels.map((level) => (
                  <Table.Tr key={level.warehouse_id}>
                    <Table.Th scope="row">
                      <Group gap={6}>
                        {level.warehouse_name}
                        {level.low_stock && <LowBadge />}
                      </Group>
                    </Table.Th>
                    <Table.Td className="number">{figure(level, level.stock)}</Table.Td>
                    <Table.Td className="number" visibleFrom="sm">
                      {number(level.reserved)}
                    </Table.Td>
                    <Table.Td className="number" visibleFrom="sm">
                      {figure(level, level.available)}
                    </Table.Td>
                    {buttons !== undefined && <Table.Td>{buttons(level)}</Table.Td>}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </StockFigures>
      )}
      {dialogs}
    </Card>
  );
}
