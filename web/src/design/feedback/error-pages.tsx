import { Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../language/i18n.tsx';
import { isForbidden } from '../../session/api.ts';
import { errorText } from '../../session/error-text.ts';
import { listAll } from '../../session/list-all.ts';
import { openShop } from '../../session/shop.ts';
import { PageTitle } from '../page-title.tsx';

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

/** Shown when the code of one page throws. Other pages keep working. */
export function Crashed({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useI18n();
  return (
    <Center mih="60dvh" role="alert">
      <Stack align="center" maw={520}>
        <PageTitle size="h3">{t('app.crashed')}</PageTitle>
        <Text c="dimmed">{errorText(error, t)}</Text>
        <Button onClick={() => (reset === undefined ? location.reload() : reset())}>{t('app.retry')}</Button>
      </Stack>
    </Center>
  );
}

interface ShopUnavailableProps {
  error: Error;
  retry(): void;
  onSignOut(): void;
}

/** Shown when the shop cannot be loaded or the user no longer has access. The user can switch shop or account. */
export function ShopUnavailable({ error, retry, onSignOut }: ShopUnavailableProps) {
  const { t } = useI18n();
  return (
    <Center component="main" mih="60dvh">
      <Stack align="center" maw={520} role="alert" p="md">
        <PageTitle size="h3">{t(isForbidden(error) ? 'app.noAccess' : 'app.failed')}</PageTitle>
        <Text>{isForbidden(error) ? t('app.noAccessText') : errorText(error, t)}</Text>
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

/** The other shops of the user. */
function OtherShops() {
  const { t } = useI18n();
  // The session's list is outdated: it was loaded before the access ended.
  const { data: shops = [] } = useQuery({
    queryKey: ['own-shops'],
    gcTime: 0,
    queryFn: ({ signal }) => listAll('listOwnMerchants', signal),
  });
  return shops.map(({ id, name }) => (
    <Button key={id} variant="light" onClick={() => openShop(id)}>
      {t('app.openShop', { name })}
    </Button>
  ));
}

/** Shown in place of data that could not be loaded. */
export function LoadError({ error, retry }: { error: Error; retry(): void }) {
  const { t } = useI18n();
  return (
    <Stack align="flex-start" gap="xs" role="alert" p="md">
      <Text fw={600}>{t('app.failed')}</Text>
      <Text>{errorText(error, t)}</Text>
      <Button variant="default" onClick={retry}>
        {t('app.retry')}
      </Button>
    </Stack>
  );
}

interface DataPlaceholderProps {
  error: Error | null;
  refetch(): Promise<unknown>;
  /** About as high as the data, in pixels. */
  height: number;
}

/** Shown in place of data that is loading or could not be loaded. */
export function DataPlaceholder({ error, refetch, height }: DataPlaceholderProps) {
  if (error === null) return <Loading height={height} />;
  return <LoadError error={error} retry={() => void refetch()} />;
}

/** Shown in place of data that is loading. */
export function Loading({ height }: Pick<DataPlaceholderProps, 'height'>) {
  const { t } = useI18n();
  return <Skeleton height={height} role="progressbar" aria-label={t('app.loading')} />;
}
