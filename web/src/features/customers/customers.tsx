import { Button, Group, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '../../design/forms/search-field.tsx';
import { Icon } from '../../design/icons.tsx';
import type { Column } from '../../design/lists/column.ts';
import { EmptyList } from '../../design/lists/empty-list.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { List } from '../../design/lists/list.tsx';
import { rowsOfPage } from '../../design/lists/list-rules.ts';
import { NothingFound } from '../../design/lists/nothing-found.tsx';
import { RowLink } from '../../design/lists/row-link.tsx';
import { ViewBar } from '../../design/lists/view-bar.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { CustomerDialog } from './customer-form.tsx';
import { type CustomersView, customerSorts, readView } from './view.ts';

type Customer = RowOf<'listCustomers'>;

/** The list of customers. */
export function Customers() {
  const { t } = useI18n();
  const { may } = useSession();
  const view = useSearch({ from: '/authenticated/customers' });
  const navigate = useNavigate({ from: '/customers' });
  const [isAdding, { open, close }] = useDisclosure(false);
  const show = (next: CustomersView) => void navigate({ search: next, replace: true });
  const changeView = (part: Record<string, unknown>) => show(readView({ ...view, ...part }));
  const columns = useColumns();
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <PageTitle>{t('customers.title')}</PageTitle>
        {may('customers:write') && (
          <Group gap="xs">
            <Button component={Link} to="/customers/import" variant="default">
              {t('customerImport.open')}
            </Button>
            <Button leftSection={<Icon name="plus" />} onClick={open}>
              {t('customers.new')}
            </Button>
          </Group>
        )}
      </Group>
      <FilterBar>
        <SearchField label={t('customers.search')} value={view.search} onSearch={(search) => changeView({ search })} />
        <Select
          aria-label={t('customers.sort')}
          allowDeselect={false}
          value={view.sort ?? 'name'}
          onChange={(sort) => changeView({ sort })}
          data={(['name', ...customerSorts] as const).map((value) => ({ value, label: t(`customers.sort.${value}`) }))}
        />
      </FilterBar>
      <ViewBar
        list="customers"
        view={view}
        read={readView}
        active={view.search === undefined ? [] : [{ name: 'search', text: t('list.search', { text: view.search }) }]}
        onShow={show}
      />
      <List
        label={t('customers.title')}
        queryKey={['customers', 'list', view]}
        load={(page, signal) =>
          api.listCustomers({ signal, query: { sort: 'name', ...view, page, limit: rowsOfPage } })
        }
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          view.search === undefined ? (
            <EmptyList icon="customers" text={t('customers.none')}>
              {may('customers:write') && (
                <>
                  <Button onClick={open}>{t('customers.first')}</Button>
                  <Button component={Link} to="/customers/import" variant="default">
                    {t('first.customers')}
                  </Button>
                </>
              )}
            </EmptyList>
          ) : (
            <NothingFound onShowAll={() => show({})} />
          )
        }
      />
      <CustomerDialog isOpen={isAdding} onClose={close} />
    </Stack>
  );
}

function useColumns(): Column<Customer>[] {
  const { t, number, moment } = useI18n();
  const { merchant } = useSession();
  return [
    {
      id: 'name',
      phone: 'title',
      opens: true,
      title: t('customer.name'),
      width: 'minmax(170px, 2fr)',
      show: ({ id, name }) => (
        <RowLink to="/customers/$id" id={id}>
          {name}
        </RowLink>
      ),
    },
    { id: 'phone', title: t('customer.phone'), width: 'minmax(150px, 1fr)', show: ({ phone }) => phone },
    {
      id: 'email',
      phone: 'hidden',
      title: t('customer.email'),
      width: 'minmax(180px, 1.5fr)',
      show: ({ email }) => email,
    },
    {
      id: 'tier',
      title: t('customer.tier'),
      width: 'minmax(100px, 0.7fr)',
      show: ({ tier }) => t(`customer.tier.${tier}`),
    },
    {
      id: 'points',
      phone: 'figure',
      isLabelled: true,
      title: t('customer.points'),
      width: 'minmax(90px, 0.7fr)',
      isNumber: true,
      show: ({ points }) => number(points),
    },
    {
      id: 'since',
      phone: 'hidden',
      title: t('customer.since'),
      width: 'minmax(150px, 1fr)',
      show: ({ created_at }) => moment(created_at, merchant.timezone),
    },
  ];
}
