import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { Icon } from '../../design/icons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';

// Loaded when it is opened: most visits of the dashboard are not the first.
const NewProductDialog = lazy(async () => ({
  default: (await import('../products/new-product.tsx')).NewProductDialog,
}));

/** Whether a list has anything. Its key is that of the list, so that a change of one updates the steps. */
const useHasAny = (
  kind: string,
  isOwner: boolean,
  count: (signal: AbortSignal) => Promise<{ meta: { total: number } }>,
) =>
  useQuery({
    queryKey: [kind, 'first'],
    enabled: isOwner,
    queryFn: async ({ signal }) => (await count(signal)).meta.total > 0,
  }).data;

/** First steps for a new shop: each opens its form, and is done when the service says so. Hidden after the first sale. */
export function FirstSteps() {
  const { t } = useI18n();
  const { may } = useSession();
  const isOwner = may('merchant:write');
  const query = { limit: 1 };
  const hasProducts = useHasAny('products', isOwner, (signal) => api.listProducts({ signal, query }));
  const hasCustomers = useHasAny('customers', isOwner, (signal) => api.listCustomers({ signal, query }));
  const hasSales = useHasAny('sales', isOwner, (signal) => api.listTransactions({ signal, query }));
  const [isAdding, { open, close }] = useDisclosure(false);
  if (!isOwner || hasProducts === undefined || hasCustomers === undefined || hasSales === undefined || hasSales)
    return null;
  return (
    <Paper withBorder p="lg" component="section">
      <Title order={2} size="h4">
        {t('first.title')}
      </Title>
      <Text mb="sm">{t('first.text')}</Text>
      <List spacing="xs" type="ordered">
        <Step isDone={hasProducts} done={t('first.productDone')}>
          <Button onClick={open} size="compact-md">
            {t('first.product')}
          </Button>
          <Button component={Link} to="/stock/import" variant="default" size="compact-md">
            {t('first.import')}
          </Button>
        </Step>
        <Step isDone={hasCustomers} done={t('first.customersDone')}>
          <Button component={Link} to="/customers/import" variant="default" size="compact-md">
            {t('first.customers')}
          </Button>
        </Step>
        <List.Item>
          {hasProducts ? (
            <Button component={Link} to="/till" size="compact-md">
              {t('first.sale')}
            </Button>
          ) : (
            t('first.sale')
          )}
        </List.Item>
      </List>
      {isAdding && (
        <Suspense fallback={null}>
          <NewProductDialog isOpen onClose={close} />
        </Suspense>
      )}
    </Paper>
  );
}

function Step({ isDone, done, children }: { isDone: boolean; done: string; children: ReactNode }) {
  return (
    <List.Item icon={isDone ? <Icon name="check" /> : undefined}>
      {isDone ? done : <Group gap="xs">{children}</Group>}
    </List.Item>
  );
}
