import { Button, Group, Modal, Text } from '@mantine/core';
import { useSpeech } from '../language/language.tsx';

interface LeaveQuestionProps {
  onStay(): void;
  onLeave(): void;
}

/** Above every other window. */
export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  const { t } = useSpeech();
  return (
    <Modal opened onClose={onStay} title={t('unsaved.title')} zIndex={300} closeButtonProps={{ 'aria-label': t('app.close') }}>
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
