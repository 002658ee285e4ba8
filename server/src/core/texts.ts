/** A text without the blanks around it; `null` if nothing is left. */
export const blankToNull = (text: string | null): string | null => text?.trim() || null;
