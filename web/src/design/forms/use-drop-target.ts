import { type DragEvent, useState } from 'react';

interface DropTarget {
  /** Whether something that can be dropped here is over the element. */
  isOver: boolean;
  handlers: {
    onDragOver(event: DragEvent): void;
    onDragLeave(): void;
    onDrop(event: DragEvent): void;
  };
}

/**
 * Lets an element take what a person drops on it.
 * @param type of the data that it takes: `Files`, or a type of our own
 */
export function useDropTarget(type: string, isOn: boolean, onDropped: (data: DataTransfer) => void): DropTarget {
  const [isOver, setOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent) => isOn && dataTransfer.types.includes(type);
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event) {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        onDropped(event.dataTransfer);
      },
    },
  };
}
