import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../design/card.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useDialog } from '../../../design/feedback/use-dialog.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { canUsePasskeys } from '../../../session/passkeys.ts';
import { useSession } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-forms.tsx';

export type Passkey = RowOf<'listPasskeys'>;

/** The user's own passkeys. */
export function Passkeys() {
  const { t } = useI18n();
  const adding = useDialog<true>();
  const renaming = useDialog<Passkey>();
  const removing = useDialog<Passkey>();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', 'passkeys'],
    queryFn: async ({ signal }) => (await api.listPasskeys({ signal, query: { limit: 100 } })).data,
  });
  return (
    <Card
      title={t('passkeys.title')}
      more={
        canUsePasskeys() && (
          <Button variant="default" size="xs" onClick={() => adding.open(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      <Text size="sm">{t(canUsePasskeys() ? 'passkeys.text' : 'passkeys.unable')}</Text>
      {data === undefined && <DataPlaceholder error={error} refetch={refetch} height={60} />}
      {data?.length === 0 && <Text mt="xs">{t('passkeys.none')}</Text>}
      <ul className="timeline" aria-label={t('passkeys.title')}>
        {data?.map((passkey) => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            onRename={() => renaming.open(passkey)}
            onRemove={() => removing.open(passkey)}
          />
        ))}
      </ul>
      <Dialog isOpen={adding.isOpen} onClose={adding.close} title={t('passkeys.add')} keepOnClickOutside>
        <AddPasskey onClose={adding.close} />
      </Dialog>
      {renaming.subject !== undefined && (
        <Dialog
          isOpen={renaming.isOpen}
          onClose={renaming.close}
          title={t('passkeys.renameOf', { name: renaming.subject.name })}
        >
          <RenamePasskey passkey={renaming.subject} onClose={renaming.close} />
        </Dialog>
      )}
      {removing.subject !== undefined && (
        <Dialog
          isOpen={removing.isOpen}
          onClose={removing.close}
          title={t('passkeys.removeOf', { name: removing.subject.name })}
        >
          <RemovePasskey passkey={removing.subject} onClose={removing.close} />
        </Dialog>
      )}
    </Card>
  );
}

function PasskeyItem({ passkey, onRename, onRemove }: { passkey: Passkey; onRename(): void; onRemove(): void }) {
  const { t, dateTime } = useI18n();
  const { merchant } = useSession();
  const { name, created_at, last_used_at } = passkey;
  const when = (iso: string) => dateTime(iso, merchant.timezone);
  return (
    <Group component="li" justify="space-between" py="xs" gap="sm">
      <Stack gap={0} miw={0}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {last_used_at === null
            ? t('passkeys.since', { when: when(created_at) })
            : t('account.lastUsed', { when: when(last_used_at) })}
        </Text>
      </Stack>
      <Group gap="xs">
        <Button variant="default" size="xs" aria-label={t('passkeys.renameOf', { name })} onClick={onRename}>
          {t('passkeys.rename')}
        </Button>
        <Button variant="default" size="xs" aria-label={t('passkeys.removeOf', { name })} onClick={onRemove}>
          {t('passkeys.remove')}
        </Button>
      </Group>
    </Group>
  );
}
