import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useI18n } from '../language/i18n.tsx';

interface Undoable {
  onUndo(): void;
  /** The time to undo it is over: now it is done. */
  onOver(): void;
}

const time_ms = 8_000;

/** Says that something is done, and does it only after the time in which it can be undone. */
export function useUndo(): (message: string, undoable: Undoable) => void {
  const { t } = useI18n();
  return (message, { onUndo, onOver }) => {
    let isUndone = false;
    const undo = () => {
      isUndone = true;
      notifications.hide(id);
      onUndo();
    };
    const id = notifications.show({
      message: (
        <Group justify="space-between" wrap="nowrap">
          {message}
          <Button size="compact-sm" variant="default" onClick={undo}>
            {t('app.undo')}
          </Button>
        </Group>
      ),
      color: '#1b6e2b',
      autoClose: time_ms,
      closeButtonProps: { 'aria-label': t('app.close') },
      onClose: () => !isUndone && onOver(),
    });
  };
}
