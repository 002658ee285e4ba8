import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { OneTimeSecret } from '../../../design/feedback/one-time-secret.tsx';
import { useI18n } from '../../../language/i18n.tsx';

interface SecretDialogProps {
  /** Null if an earlier response, which was lost, already contained it. */
  secret: string | null | undefined;
  onClose(): void;
}

/** Shows the signing secret once. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog isOpen={secret !== undefined} onClose={onClose} title={t('webhooks.secret')} keepOnClickOutside>
      <Stack>
        {secret === null ? (
          <Text>{t('webhooks.secretLost')}</Text>
        ) : (
          <>
            <Text>{t('webhooks.secretText')}</Text>
            <OneTimeSecret label={t('webhooks.secret')} text={secret ?? ''} isFirst />
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('webhooks.secretKept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
