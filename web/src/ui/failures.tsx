import { Button, Center, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../language/i18n.tsx';
import { api, isForbidden } from '../session/api.ts';
import { openShop } from '../session/shop.ts';
import { PageTitle } from './page-title.tsx';
import { sentenceOf } from './sentence.ts';

export function NotFound() {
  const { t } = useI18n();
  return (
    <Center mih="60dvh">
      <Stack align="center">
        <PageTitle size="h3">{t('app.notFound')}</PageTitle>
        <Button component="a" href="/">
          {t('app.toDashboard')}
        </Button>
      </Stack>
    </Center>
  );
}

/** A page whose code failed; the others work. */
export function Crashed({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useI18n();
  return (
    <Center mih="60dvh" role="alert">
      <Stack align="center" maw={520}>
        <PageTitle size="h3">{t('app.crashed')}</PageTitle>
        <Text c="dimmed">{sentenceOf(error, t)}</Text>
        <Button onClick={() => (reset === undefined ? location.reload() : reset())}>{t('app.retry')}</Button>
      </Stack>
    </Center>
  );
}

interface LockedOutProps {
  error: Error;
  retry(): void;
  onSignOut(): void;
}

/** Nothing of the shop can be shown: it is not known, or somebody works there no longer, and may want to be somebody else. */
export function LockedOut({ error, retry, onSignOut }: LockedOutProps) {
  const { t } = useI18n();
  return (
    <Center component="main" mih="60dvh">
      <Stack align="center" maw={520} role="alert" p="md">
        <PageTitle size="h3">{t(isForbidden(error) ? 'app.noAccess' : 'app.failed')}</PageTitle>
        <Text>{isForbidden(error) ? t('app.noAccessText') : sentenceOf(error, t)}</Text>
        <Group>
          <Button variant="default" onClick={retry}>
            {t('app.retry')}
          </Button>
          <Button onClick={onSignOut}>{t('app.signOut')}</Button>
        </Group>
        {isForbidden(error) && <OtherShops />}
      </Stack>
    </Center>
  );
}

/** Where else the person works. */
function OtherShops() {
  const { t } = useI18n();
  // Not those of the session: they are of before the access ended.
  const { data: shops = [] } = useQuery({
    queryKey: ['own-shops'],
    gcTime: 0,
    queryFn: async ({ signal }) => (await api.listOwnMerchants({ signal })).data,
  });
  return shops.map(({ id, name }) => (
    <Button key={id} variant="light" onClick={() => openShop(id)}>
      {t('app.openShop', { name })}
    </Button>
  ));
}

/** Something that could not be read, in its place. */
export function Failed({ error, retry }: { error: Error; retry(): void }) {
  const { t } = useI18n();
  return (
    <Stack align="flex-start" gap="xs" role="alert" p="md">
      <Text fw={600}>{t('app.failed')}</Text>
      <Text>{sentenceOf(error, t)}</Text>
      <Button variant="default" onClick={retry}>
        {t('app.retry')}
      </Button>
    </Stack>
  );
}
