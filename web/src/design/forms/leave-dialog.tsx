import { Button, Group, Modal, Text } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

interface LeaveDialogProps {
  onStay(): void;
  onLeave(): void;
}

/** Confirmation before leaving a page with unsaved changes. It is above all other dialogs. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened
      onClose={onStay}
      title={t('unsaved.title')}
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Text mb="md">{t('unsaved.text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onStay}>
          {t('unsaved.keep')}
        </Button>
        <Button color="red.9" onClick={onLeave}>
          {t('unsaved.leave')}
        </Button>
      </Group>
    </Modal>
  );
}
