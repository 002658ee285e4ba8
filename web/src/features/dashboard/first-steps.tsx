import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../design/icons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';

/** First steps for a new shop. Hidden after the first sale. */
export function FirstSteps() {
  const { t } = useI18n();
  const { may } = useSession();
  const isOwner = may('merchant:write');
  const { data } = useQuery({
    queryKey: ['sales', 'first'],
    enabled: isOwner,
    queryFn: async ({ signal }) => {
      const [products, sales] = await Promise.all([
        api.listProducts({ signal, query: { limit: 1 } }),
        api.listTransactions({ signal, query: { limit: 1 } }),
      ]);
      return { hasProducts: products.meta.total > 0, hasSales: sales.meta.total > 0 };
    },
  });
  if (!isOwner || data === undefined || data.hasSales) return null;
  return (
    <Paper withBorder p="lg" component="section">
      <Title order={2} size="h4">
        {t('first.title')}
      </Title>
      <Text mb="sm">{t('first.text')}</Text>
      <List spacing="xs" type="ordered">
        <List.Item icon={data.hasProducts ? <Icon name="check" /> : undefined}>
          {data.hasProducts ? (
            t('first.productDone')
          ) : (
            <Group gap="xs">
              <Button component={Link} to="/products" size="compact-md">
                {t('first.product')}
              </Button>
              <Button component={Link} to="/stock/import" variant="default" size="compact-md">
                {t('first.import')}
              </Button>
            </Group>
          )}
        </List.Item>
        <List.Item>
          {data.hasProducts ? (
            <Button component={Link} to="/till" size="compact-md">
              {t('first.sale')}
            </Button>
          ) : (
            t('first.sale')
          )}
        </List.Item>
      </List>
    </Paper>
  );
}
