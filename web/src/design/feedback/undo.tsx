import { Button, Group } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { messages } from './message-store.ts';

interface Undoable {
  onUndo(): void;
  /** Called when the time to undo is over, also because the page is left. Performs an act that was delayed for it. */
  onOver?(): void;
}

const time_ms = 8_000;

/** Acts that wait until their time to undo is over. */
const delayed = new Set<() => void>();

addEventListener('pagehide', () => {
  for (const perform of delayed) perform();
});

/**
 * Shows a message with an undo button. What can be reversed is done before; what cannot be reversed is done in `onOver`,
 * when the time to undo is over.
 */
export function useUndo(): (message: string, undoable: Undoable) => void {
  const { t } = useI18n();
  return (message, { onUndo, onOver }) => {
    const perform = () => {
      if (delayed.delete(perform)) onOver?.();
    };
    if (onOver !== undefined) delayed.add(perform);
    const undo = () => {
      delayed.delete(perform);
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
      onClose: perform,
    });
  };
}
