import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Card } from '../../design/card.tsx';
import { DescriptionList } from '../../design/description-list.tsx';
import { DataPlaceholder, NotFound } from '../../design/feedback/error-pages.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { downloadFile } from '../../design/lists/download-file.ts';
import { PageTitle } from '../../design/page-title.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, isNotFound } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { CustomerDetailsForm } from './customer-details.tsx';
import { EraseCustomer } from './erase-customer.tsx';
import { Loyalty } from './loyalty.tsx';
import { Purchases } from './purchases.tsx';

/** One customer: details, purchases and points. */
export function CustomerPage() {
  const { id } = useParams({ from: '/authenticated/customers/$id' });
  const { data, error, refetch } = useQuery({
    queryKey: ['customers', id],
    queryFn: async ({ signal }) => (await api.getCustomer({ signal, path: { id } })).data,
  });
  if (isNotFound(error)) return <NotFound />;
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={420} />;
  return <CustomerDetails key={id} customer={data} />;
}

function CustomerDetails({ customer }: { customer: ResponseData<'getCustomer'> }) {
  const { t } = useI18n();
  const { may } = useSession();
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <div>
          <TextLink to="/customers" size="sm">
            {t('customers.title')}
          </TextLink>
          <PageTitle>{customer.name}</PageTitle>
        </div>
        <CustomerActions customer={customer} />
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          {may('customers:write') ? <CustomerDetailsForm customer={customer} /> : <Summary customer={customer} />}
          <Purchases customer_id={customer.id} />
        </Stack>
        <Loyalty customer_id={customer.id} />
      </SimpleGrid>
    </Stack>
  );
}

/** Details of a customer, read-only. */
function Summary({ customer }: { customer: ResponseData<'getCustomer'> }) {
  const { t, dateTime } = useI18n();
  const { merchant } = useSession();
  return (
    <Card title={t('customer.about')}>
      <DescriptionList
        items={[
          [t('customer.phone'), customer.phone],
          [t('customer.email'), customer.email],
          [t('customer.address'), customer.address],
          [t('customer.since'), dateTime(customer.created_at, merchant.timezone)],
        ]}
      />
    </Card>
  );
}

function CustomerActions({ customer }: { customer: ResponseData<'getCustomer'> }) {
  const { t } = useI18n();
  const { may } = useSession();
  const notify = useNotify();
  const [isErasing, { open, close }] = useDisclosure(false);
  const exporting = useMutation({
    mutationFn: async () => (await api.exportCustomerData({ path: { id: customer.id } })).data,
    onSuccess: (data) =>
      downloadFile(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        `customer-${customer.id}.json`,
      ),
    onError: notify.error,
  });
  return (
    <Group gap="xs">
      {may('customers:export') && (
        <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate()}>
          {t('customer.export')}
        </Button>
      )}
      {may('customers:erase') && (
        <Button variant="default" onClick={open}>
          {t('customer.erase')}
        </Button>
      )}
      <EraseCustomer customer={customer} isOpen={isErasing} onClose={close} />
    </Group>
  );
}
