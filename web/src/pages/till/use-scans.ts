import { type RefObject, useEffect, useRef } from 'react';
import { type Burst, endsScan, nextBurst } from './scan-burst.ts';

/** Where keys are text, or belong to a window in front of the till. */
const takes_keys = 'input, textarea, select, [contenteditable], [role=dialog], [role=listbox], [role=menu], [role=radiogroup]';

/** Space and Enter press what has the focus; plus and minus change the last line in the empty field alone. */
const isOfCode = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !' +-'.includes(key) && !ctrlKey && !metaKey && !altKey;

/** A scanner types wherever the focus is: after a press on a button, its keys would be lost, and its Enter would press the button again. */
export function useScansFromAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      if (!isOfCode(event) || event.defaultPrevented || at?.closest(takes_keys) || document.querySelector('[aria-modal=true]')) return;
      // The key of this event is the first that the field takes.
      field.current?.focus();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, [field]);
}

/** A scanner types into an amount, a note or a search, too: what it typed there is taken out again, and is a scan. */
export function useScansInFields(field: RefObject<HTMLInputElement | null>, onScan: (code: string) => void): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
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
        latest.current(burst.code);
        burst = undefined;
        field.current?.focus();
      } else if (isOfCode(event) || '+-'.includes(event.key)) {
        burst = nextBurst(target === burst_in ? burst : undefined, { key: event.key, at_ms, before: target.value });
        burst_in = target;
      }
    };
    // Before any field hears of it.
    document.addEventListener('keydown', watch, { capture: true });
    return () => document.removeEventListener('keydown', watch, { capture: true });
  }, [field]);
}

/** As if a person had typed it: React hears of it. */
function writeText(target: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = target instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, text);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}
