import { Button, Group, Select, Stack, Switch } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Column } from '../../design/lists/column.ts';
import { EmptyList } from '../../design/lists/empty-list.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { List } from '../../design/lists/list.tsx';
import { rowsOfPage } from '../../design/lists/list-rules.ts';
import { NothingFound } from '../../design/lists/nothing-found.tsx';
import { RowLink } from '../../design/lists/row-link.tsx';
import { type ActiveFilter, ViewBar } from '../../design/lists/view-bar.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { Export } from './export.tsx';
import { type LevelRow, listLevels, useWarehouses } from './levels.ts';
import { LowBadge } from './low-badge.tsx';
import { ProductChoice, useProductName } from './product-choice.tsx';
import { StockFigure, StockFigures } from './stock-figures.tsx';
import { useStockDialogs } from './use-stock-dialogs.tsx';
import { readStockView, type StockView } from './view.ts';

/** Stock by product and warehouse. */
export function Stock() {
  const { t } = useI18n();
  const { may } = useSession();
  const view = useSearch({ from: '/authenticated/stock' });
  const navigate = useNavigate({ from: '/stock' });
  const show = (next: StockView) => void navigate({ search: next, replace: true });
  const warehouses = useWarehouses();
  const { buttons, dialogs } = useStockDialogs();
  const columns = useColumns(buttons);
  const { product, warehouse, low, sort = 'product_name' } = view;
  const active = useActiveFilters(view);
  const changeView = (part: Record<string, unknown>) => show(readStockView({ ...view, ...part }));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <PageTitle>{t('stock.title')}</PageTitle>
        <Group gap="xs">
          <Button component={Link} to="/stock/movements" variant="default">
            {t('movements.title')}
          </Button>
          {may('stock:write') && (
            <Button component={Link} to="/stock/count" variant="default">
              {t('count.action')}
            </Button>
          )}
          {may('stock:write') && warehouses.length > 1 && (
            <Button component={Link} to="/stock/transfer" variant="default">
              {t('stock.transfer')}
            </Button>
          )}
          <Export />
          {may('catalogue:write') && (
            <Button component={Link} to="/stock/import" variant="default">
              {t('import.open')}
            </Button>
          )}
        </Group>
      </Group>
      <FilterBar>
        <ProductChoice value={product} onChoose={(id) => changeView({ product: id })} />
        {warehouses.length > 1 && (
          <Select
            label={t('stock.warehouse')}
            placeholder={t('stock.allWarehouses')}
            clearable
            value={warehouse ?? null}
            onChange={(id) => changeView({ warehouse: id })}
            data={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Switch
          label={t('stock.onlyLow')}
          checked={low === true}
          onChange={({ currentTarget: { checked } }) => changeView({ low: checked })}
        />
      </FilterBar>
      <ViewBar list="stock" view={view} read={readStockView} active={active} onShow={show} />
      <StockFigures>
        <List
          label={t('stock.title')}
          queryKey={['stock', 'levels', view]}
          load={(page, signal) =>
            listLevels(
              {
                ...(product === undefined ? {} : { product_id: product, with_variants: true as const }),
                ...(warehouse === undefined ? {} : { warehouse_id: warehouse }),
                ...(low === undefined ? {} : { low_stock: low }),
                sort,
                page,
                limit: rowsOfPage,
              },
              signal,
            )
          }
          columns={columns}
          order={{ by: sort, onOrder: (by) => changeView({ sort: by }) }}
          keyOf={({ product_id, warehouse_id }) => `${product_id} ${warehouse_id}`}
          empty={
            low === true ? (
              <EmptyList icon="check" text={t('stock.noneLow')} />
            ) : product !== undefined || warehouse !== undefined ? (
              <NothingFound onShowAll={() => show({})} />
            ) : (
              <EmptyList icon="stock" text={t('stock.none')}>
                {may('catalogue:write') && (
                  <Button component={Link} to="/stock/import" variant="default">
                    {t('first.import')}
                  </Button>
                )}
              </EmptyList>
            )
          }
        />
      </StockFigures>
      {dialogs}
    </Stack>
  );
}

/** The active filters, in words. */
function useActiveFilters({ product, warehouse, low }: StockView): ActiveFilter[] {
  const { t } = useI18n();
  const warehouses = useWarehouses();
  const productName = useProductName(product);
  const warehouseName = warehouses.find(({ id }) => id === warehouse)?.name ?? '…';
  const named = (name: string, value: string) => t('list.filter', { name, value });
  return [
    product !== undefined && { name: 'product', text: named(t('movements.product'), productName) },
    warehouse !== undefined && { name: 'warehouse', text: named(t('stock.warehouse'), warehouseName) },
    low === true && { name: 'low', text: t('stock.onlyLow') },
  ].filter((filter) => filter !== false);
}

function useColumns(buttons: ReturnType<typeof useStockDialogs>['buttons']): Column<LevelRow>[] {
  const { t, number } = useI18n();
  const inNumbers = (id: 'stock' | 'reserved' | 'available'): Column<LevelRow> => ({
    id,
    title: t(`stock.${id}`),
    width: 'minmax(105px, 0.7fr)',
    isNumber: true,
    phone: 'hidden',
    show: (level) => number(level[id]),
  });
  const why = (level: LevelRow, stock: number) => (
    <StockFigure stock={stock} product_id={level.product_id} warehouse_id={level.warehouse_id} />
  );
  return [
    {
      id: 'product',
      field: 'product_name',
      phone: 'title',
      opens: true,
      title: t('products.name'),
      width: 'minmax(170px, 2.5fr)',
      show: ({ product_id, product_name }) => (
        <RowLink to="/products/$id" id={product_id}>
          {product_name}
        </RowLink>
      ),
    },
    {
      id: 'sku',
      field: 'sku',
      phone: 'hidden',
      title: t('products.sku'),
      width: 'minmax(110px, 1fr)',
      show: ({ sku }) => sku,
    },
    {
      id: 'warehouse',
      title: t('stock.warehouse'),
      width: 'minmax(155px, 1fr)',
      show: ({ warehouse_name }) => warehouse_name,
    },
    { ...inNumbers('stock'), show: (level) => why(level, level.stock) },
    inNumbers('reserved'),
    {
      ...inNumbers('available'),
      phone: 'figure',
      isLabelled: true,
      show: (level) => (
        <>
          {level.low_stock && <LowBadge />} {why(level, level.available)}
        </>
      ),
    },
    {
      id: 'min',
      phone: 'hidden',
      title: t('products.minStock'),
      width: 'minmax(150px, 0.6fr)',
      isNumber: true,
      show: ({ min_stock }) => (min_stock === null ? '' : number(min_stock)),
    },
    ...(buttons === undefined
      ? []
      : [
          {
            id: 'change',
            phone: 'action' as const,
            title: t('stock.change'),
            width: 'minmax(220px, 1fr)',
            show: buttons,
          },
        ]),
  ];
}
