import { Button, Group, Modal, type ModalProps, Paper, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { trackChanges, useUnsaved } from '../forms/unsaved.tsx';

interface DialogProps {
  title: string;
  isOpen: boolean;
  size?: ModalProps['size'];
  /** A click outside does not close it. */
  keepOnClickOutside?: boolean;
  /** It closes without the warning about unsaved changes. */
  skipUnsavedCheck?: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * Modal dialog. Closing it, also with Esc, first warns about unsaved changes. The focus then returns to the previous
 * element.
 */
export function Dialog({
  title,
  isOpen,
  size,
  keepOnClickOutside = false,
  skipUnsavedCheck = false,
  onClose,
  children,
}: DialogProps) {
  const { t } = useI18n();
  const unsaved = useUnsaved();
  const content = useRef<HTMLDivElement>(null);
  const [isWarning, setWarning] = useState(false);
  useEffect(() => {
    if (isOpen) return;
    unsaved.clear();
    setWarning(false);
  }, [isOpen, unsaved]);
  const close = () => {
    // A request in flight is kept in the request store, so nothing is lost. Its fields are disabled.
    const isSent = content.current?.querySelector('fieldset:disabled') != null;
    if (unsaved.isTouched() && !isSent) setWarning(!isWarning);
    else onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      closeOnClickOutside={!keepOnClickOutside}
      {...(size === undefined ? {} : { size })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {isWarning && (
        <Paper withBorder role="alert" p="sm" mb="md">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{t('unsaved.text')}</Text>
            <Group gap="xs">
              <Button size="xs" variant="default" autoFocus onClick={() => setWarning(false)}>
                {t('unsaved.keep')}
              </Button>
              <Button size="xs" color="red.9" onClick={onClose}>
                {t('unsaved.discard')}
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
      <div ref={content} {...(skipUnsavedCheck ? {} : trackChanges(unsaved))}>
        {children}
      </div>
    </Modal>
  );
}
