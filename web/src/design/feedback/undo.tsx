import { Button, Group } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { delayedActs } from '../../session/delayed-acts.ts';
import { messages } from './message-store.ts';

interface Undoable {
  onUndo(): void;
  /**
   * Called when the time to undo is over, also because the page is left, locked or signed out. Performs an act that was
   * delayed for it.
   */
  onOver?(): Promise<unknown>;
}

const time_ms = 8_000;

/**
 * Shows a message with an undo button. What can be reversed is done before; what cannot be reversed is done in `onOver`,
 * when the time to undo is over.
 */
export function useUndo(): (message: string, undoable: Undoable) => void {
  const { t } = useI18n();
  return (message, { onUndo, onOver }) => {
    const delayed =
      onOver &&
      delayedActs.add(() => {
        messages.close(id);
        return onOver();
      });
    const undo = () => {
      delayed?.cancel();
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
      onClose: () => delayed?.perform(),
    });
  };
}
