import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../../../design/is-dialog-open.ts';
import { type Burst, endsScan, nextBurst } from './scan-burst.ts';

/** Elements that take text input or belong to a dialog in front of the till. */
const text_targets =
  'input, textarea, select, [contenteditable], [role=dialog], [role=listbox], [role=menu], [role=radiogroup]';

/** Space and Enter activate the focused element. Plus and minus change the last line only from the empty scan field. */
const isCodeKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !' +-'.includes(key) && !ctrlKey && !metaKey && !altKey;

/**
 * Moves the focus to the scan field when a scanner types elsewhere. Otherwise its Enter would press the focused button.
 */
export function useScansFromAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focusField = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      if (!isCodeKey(event) || event.defaultPrevented || at?.closest(text_targets) || isDialogOpen()) return;
      // The scan field also receives this key.
      field.current?.focus();
    };
    document.addEventListener('keydown', focusField);
    return () => document.removeEventListener('keydown', focusField);
  }, [field]);
}

/**
 * Handles scans into other fields, such as an amount or a note: removes the scanned text from the field and adds it as
 * a scan.
 */
export function useScansInFields(field: RefObject<HTMLInputElement | null>, onScan: (code: string) => void): void {
  const scan = useEffectEvent(onScan);
  useEffect(() => {
    let burst: Burst | undefined;
    let burst_in: EventTarget | null = null;
    const watch = (event: KeyboardEvent) => {
      const { target, timeStamp: at_ms } = event;
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (!isField || target === field.current || target.closest('[aria-modal=true]')) burst = undefined;
      else if (event.key === 'Enter' && target === burst_in && endsScan(burst, at_ms)) {
        event.preventDefault();
        event.stopPropagation();
        writeText(target, burst.before);
        scan(burst.code);
        burst = undefined;
        field.current?.focus();
      } else if (isCodeKey(event) || '+-'.includes(event.key)) {
        burst = nextBurst(target === burst_in ? burst : undefined, { key: event.key, at_ms, before: target.value });
        burst_in = target;
      }
    };
    // Runs before the handlers of the fields.
    document.addEventListener('keydown', watch, { capture: true });
    return () => document.removeEventListener('keydown', watch, { capture: true });
  }, [field]);
}

/** Sets the text like user input, so that React notices the change. */
function writeText(target: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = target instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, text);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}
