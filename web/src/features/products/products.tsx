import { Button, Group, SegmentedControl, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useNotify } from '../../design/feedback/notify.ts';
import { SearchField } from '../../design/forms/search-field.tsx';
import { Icon } from '../../design/icons.tsx';
import { EmptyList } from '../../design/lists/empty-list.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { List } from '../../design/lists/list.tsx';
import { rowsOfPage } from '../../design/lists/list-rules.ts';
import { NothingFound } from '../../design/lists/nothing-found.tsx';
import { type ActiveFilter, ViewBar } from '../../design/lists/view-bar.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { type I18n, useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { StockFigures } from '../stock/stock-figures.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { useCategories } from './category-field.tsx';
import { type ListedProduct, useColumns } from './columns.tsx';
import { NewProductDialog } from './new-product.tsx';
import { type ProductsView, readView } from './view.ts';

/** Maximum number of products of a bulk action. */
const selected_at_most = 1_000;

const withoutFilters = { search: undefined, status: undefined, category: undefined, sort: undefined };

const activeFilters = ({ search, status, category }: ProductsView, t: I18n['t']): ActiveFilter[] =>
  [
    search !== undefined && { name: 'search', text: t('list.search', { text: search }) },
    status !== undefined && {
      name: 'status',
      text: t('list.filter', { name: t('products.status'), value: t(`products.status.${status}`) }),
    },
    category !== undefined && {
      name: 'category',
      text: t('list.filter', { name: t('products.category'), value: category }),
    },
  ].filter((filter) => filter !== false);

/** The list of products. */
export function Products() {
  const { t } = useI18n();
  const { may } = useSession();
  const view = useSearch({ from: '/authenticated/products' });
  const navigate = useNavigate({ from: '/products' });
  const [isAdding, { open, close }] = useDisclosure(false);
  const show = (next: ProductsView) => void navigate({ search: next, replace: true });
  const changeView = (part: Record<string, unknown>) => {
    // A new filter may hide selected products, so clear the selection.
    if (Object.keys(part).some((name) => name !== 'sort')) setChosen(new Set());
    show(readView({ ...view, ...part }));
  };
  const categories = useCategories();
  const { columns, chooser } = useColumns();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const notify = useNotify();
  const chooseAll = async () => {
    const ids: string[] = [];
    for await (const { id } of api.each('listProducts', { query: { sort: 'name', ...view, limit: rowsOfPage } })) {
      if (ids.push(id) === selected_at_most) break;
    }
    setChosen(new Set(ids));
  };
  const selection = {
    chosen,
    onChoose: setChosen,
    onChooseAll: () => void chooseAll().catch(notify.error),
    nameOf: ({ name }: ListedProduct) => name,
  };
  const isFiltered = activeFilters(view, t).length > 0;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <PageTitle>{t('products.title')}</PageTitle>
        {may('catalogue:write') && (
          <Button leftSection={<Icon name="plus" />} onClick={open}>
            {t('products.new')}
          </Button>
        )}
      </Group>
      <FilterBar>
        <SearchField label={t('products.search')} value={view.search} onSearch={(search) => changeView({ search })} />
        <SegmentedControl
          aria-label={t('products.status')}
          value={view.status ?? 'any'}
          onChange={(status) => changeView({ status })}
          data={(['any', 'active', 'inactive'] as const).map((value) => ({
            value,
            label: t(`products.status.${value}`),
          }))}
        />
        {categories.length > 0 && (
          <Select
            aria-label={t('products.category')}
            placeholder={t('products.category')}
            clearable
            searchable
            limit={50}
            value={view.category ?? null}
            onChange={(category) => changeView({ category: category ?? undefined })}
            data={[...categories]}
          />
        )}
        {chooser}
      </FilterBar>
      <ViewBar
        list="products"
        view={view}
        read={readView}
        active={activeFilters(view, t)}
        onShow={(next) => changeView({ ...withoutFilters, ...next })}
      />
      <StockFigures>
        <List
          label={t('products.title')}
          queryKey={['products', view]}
          load={(page, signal) =>
            api.listProducts({ signal, query: { sort: 'name', ...view, page, limit: rowsOfPage } })
          }
          columns={columns}
          keyOf={({ id }) => id}
          order={{ by: view.sort ?? 'name', onOrder: (sort) => changeView({ sort }) }}
          selection={may('catalogue:write') ? selection : undefined}
          empty={
            isFiltered ? (
              <NothingFound onShowAll={() => show({})} />
            ) : (
              <EmptyList icon="products" text={t('products.none')}>
                {may('catalogue:write') && (
                  <>
                    <Button onClick={open}>{t('first.product')}</Button>
                    <Button component={Link} to="/stock/import" variant="default">
                      {t('first.import')}
                    </Button>
                  </>
                )}
              </EmptyList>
            )
          }
        />
      </StockFigures>
      <BulkActions chosen={chosen} onDone={() => setChosen(new Set())} />
      <NewProductDialog isOpen={isAdding} onClose={close} />
    </Stack>
  );
}
