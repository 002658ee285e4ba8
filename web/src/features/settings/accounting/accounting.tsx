import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { listAll } from '../../../session/list-all.ts';
import { useSession } from '../../../session/session.tsx';
import { AccountsForm } from './accounts-form.tsx';

/** The accounts to which closures are posted. */
export function Accounting() {
  const { t } = useI18n();
  const { may } = useSession();
  return (
    <>
      <Title order={2} size="h3">
        {t('settings.accounting')}
      </Title>
      {may('merchant:write') ? <Loaded /> : <Text c="dimmed">{t('shop.ownerOnly')}</Text>}
    </>
  );
}

function Loaded() {
  const accounts = useQuery({
    queryKey: ['accounting'],
    queryFn: async ({ signal }) => (await api.getAccounts({ signal })).data,
  });
  const categories = useQuery({
    queryKey: ['products', 'categories-by-id'],
    queryFn: ({ signal }) => listAll('listCategories', signal),
  });
  if (accounts.data === undefined)
    return <DataPlaceholder error={accounts.error} refetch={accounts.refetch} height={420} />;
  if (categories.data === undefined)
    return <DataPlaceholder error={categories.error} refetch={categories.refetch} height={420} />;
  return <AccountsForm accounts={accounts.data} categories={categories.data} />;
}
