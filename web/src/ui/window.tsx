import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../language/language.tsx';

interface WindowProps {
  title: string;
  isOpen: boolean;
  size?: ModalProps['size'];
  /** A click beside it does not close it. */
  isFirm?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A form or a question above the page; Esc closes it, and the focus goes back to where it was. */
export function Window({ title, isOpen, size, isFirm = false, onClose, children }: WindowProps) {
  const { t } = useSpeech();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeOnClickOutside={!isFirm}
      {...(size === undefined ? {} : { size })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {children}
    </Modal>
  );
}
