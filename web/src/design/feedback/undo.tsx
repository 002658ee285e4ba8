import { Button, Group } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { messages } from './message-store.ts';

interface Undoable {
  onUndo(): void;
  /** Called when the time to undo is over. Performs the action. */
  onOver(): void;
}

const time_ms = 8_000;

/** Shows a message with an undo button, and performs the action only when the time to undo is over. */
export function useUndo(): (message: string, undoable: Undoable) => void {
  const { t } = useI18n();
  return (message, { onUndo, onOver }) => {
    let isUndone = false;
    const undo = () => {
      isUndone = true;
      messages.close(id);
      onUndo();
    };
    const id = messages.show({
      text: (
        <Group justify="space-between" wrap="nowrap">
          {message}
          <Button size="compact-sm" variant="default" onClick={undo}>
            {t('app.undo')}
          </Button>
        </Group>
      ),
      tone: 'good',
      time_ms,
      onClose: () => !isUndone && onOver(),
    });
  };
}
