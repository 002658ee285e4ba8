import { Select, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { DateRangeFields } from '../../design/forms/date-range-fields.tsx';
import { withoutUndefined } from '../../design/forms/form-values.ts';
import type { Column } from '../../design/lists/column.ts';
import { EmptyList } from '../../design/lists/empty-list.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { List } from '../../design/lists/list.tsx';
import { rowsOfPage } from '../../design/lists/list-rules.ts';
import { NothingFound } from '../../design/lists/nothing-found.tsx';
import { RowLink } from '../../design/lists/row-link.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { useWarehouses } from './levels.ts';
import { Change, type Movement, Reason, Reference } from './movement.tsx';
import { ProductChoice } from './product-choice.tsx';
import { type MovementsView, type MovementType, movementTypes } from './view.ts';

/** All stock movements, the latest first. */
export function Movements() {
  const { t } = useI18n();
  const view = useSearch({ from: '/authenticated/stock/movements' });
  const navigate = useNavigate({ from: '/stock/movements' });
  const changeView = (by: { [Name in keyof MovementsView]: MovementsView[Name] | undefined }) =>
    void navigate({ search: withoutUndefined({ ...view, ...by }) as MovementsView, replace: true });
  const columns = useColumns();
  const { product, warehouse, type, from, to } = view;
  const warehouses = useWarehouses();
  const query = withoutUndefined({
    product_id: product,
    with_variants: product === undefined ? undefined : true,
    warehouse_id: warehouse,
    type,
    start_date: from,
    end_date: to,
  });
  return (
    <Stack gap="sm">
      <div>
        <TextLink to="/stock" size="sm">
          {t('stock.title')}
        </TextLink>
        <PageTitle>{t('movements.title')}</PageTitle>
      </div>
      <FilterBar>
        <ProductChoice value={product} onChoose={(id) => changeView({ product: id })} />
        {(warehouses.length > 1 || warehouse !== undefined) && (
          <Select
            label={t('stock.warehouse')}
            placeholder={t('stock.allWarehouses')}
            clearable
            value={warehouse ?? null}
            onChange={(id) => changeView({ warehouse: id ?? undefined })}
            data={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Select
          label={t('movements.what')}
          placeholder={t('movements.any')}
          clearable
          value={type ?? null}
          onChange={(next) => changeView({ type: (next ?? undefined) as MovementType | undefined })}
          data={movementTypes.map((value) => ({ value, label: t(`movements.type.${value}`) }))}
        />
        <DateRangeFields from={from} to={to} onChange={changeView} />
      </FilterBar>
      <List
        label={t('movements.title')}
        queryKey={['stock', 'movements', view]}
        load={(page, signal) => api.listMovements({ signal, query: { ...query, page, limit: rowsOfPage } })}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          Object.keys(view).length === 0 ? (
            <EmptyList icon="stock" text={t('movements.none')} />
          ) : (
            <NothingFound onShowAll={() => void navigate({ search: {}, replace: true })} />
          )
        }
      />
    </Stack>
  );
}

function useColumns(): Column<Movement>[] {
  const { t, number, moment } = useI18n();
  const { merchant } = useSession();
  return [
    {
      id: 'time',
      title: t('movements.when'),
      width: 'minmax(150px, 1fr)',
      show: ({ created_at }) => moment(created_at, merchant.timezone),
    },
    {
      id: 'product',
      phone: 'title',
      opens: true,
      title: t('products.name'),
      width: 'minmax(160px, 2fr)',
      show: ({ product_id, product_name }) => (
        <RowLink to="/products/$id" id={product_id}>
          {product_name}
        </RowLink>
      ),
    },
    {
      id: 'what',
      title: t('movements.what'),
      width: 'minmax(175px, 1fr)',
      show: ({ type }) => t(`movements.type.${type}`),
    },
    {
      id: 'change',
      phone: 'figure',
      title: t('movements.change'),
      width: 'minmax(90px, 0.6fr)',
      isNumber: true,
      show: (row) => <Change {...row} />,
    },
    {
      id: 'left',
      phone: 'hidden',
      title: t('movements.left'),
      width: 'minmax(90px, 0.6fr)',
      isNumber: true,
      show: ({ balance }) => number(balance),
    },
    {
      id: 'warehouse',
      title: t('stock.warehouse'),
      width: 'minmax(155px, 1fr)',
      show: ({ warehouse_name }) => warehouse_name,
    },
    {
      id: 'why',
      phone: 'hidden',
      title: t('movements.why'),
      width: 'minmax(190px, 1.5fr)',
      show: (row) => (
        <>
          <Reference movement={row} /> <Reason movement={row} />
        </>
      ),
    },
    {
      id: 'who',
      phone: 'hidden',
      title: t('movements.who'),
      width: 'minmax(100px, 1fr)',
      show: ({ user_name }) => user_name,
    },
  ];
}
