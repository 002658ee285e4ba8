import { type RefObject, useEffect } from 'react';

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
