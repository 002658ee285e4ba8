import { Button, Group, Stack, Text } from '@mantine/core';
import { useSpeech } from '../../../language/language.tsx';
import { ToldOnce } from '../../../ui/told-once.tsx';
import type { InvitedByLink } from './colleague.ts';

interface InvitationLinkProps {
  invited: InvitedByLink;
  onClose(): void;
}

/** The link of an invitation, to be handed over. It is shown once. */
export function InvitationLink({ invited: { name, email, invitation_link }, onClose }: InvitationLinkProps) {
  const { t } = useSpeech();
  return (
    <Stack>
      <Text>{t('staff.linkText', { email })}</Text>
      <ToldOnce label={t('staff.link', { name })} text={invitation_link} isFirst />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('staff.linkClose')}</Button>
      </Group>
    </Stack>
  );
}
