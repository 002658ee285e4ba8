import { Button, Group, Stack, Text } from '@mantine/core';
import { OneTimeSecret } from '../../../design/feedback/one-time-secret.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import type { InvitedByLink } from './staff-member.ts';

interface InvitationLinkProps {
  invited: InvitedByLink;
  onClose(): void;
}

/** Shows an invitation link once, to pass it on. */
export function InvitationLink({ invited: { name, email, invitation_link }, onClose }: InvitationLinkProps) {
  const { t } = useI18n();
  return (
    <Stack>
      <Text>{t('staff.linkText', { email })}</Text>
      <OneTimeSecret label={t('staff.link', { name })} text={invitation_link} isFirst />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('staff.linkClose')}</Button>
      </Group>
    </Stack>
  );
}
