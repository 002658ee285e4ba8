import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../language/language.tsx';

interface WindowProps {
  title: string;
  isOpen: boolean;
  size?: ModalProps['size'];
  onClose(): void;
  children: ReactNode;
}

/** A form or a question above the page; Esc closes it, and the focus goes back to where it was. */
export function Window({ title, isOpen, size, onClose, children }: WindowProps) {
  const { t } = useSpeech();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      {...(size === undefined ? {} : { size })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {children}
    </Modal>
  );
}
