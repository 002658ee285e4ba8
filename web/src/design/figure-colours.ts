/** Colours of figures. A text or a sign beside them says the same. */

const good = 'var(--good)';
const bad = 'var(--bad)';

/** Of an amount that should not be negative. */
export const lossColour = (amount: number) => (amount < 0 ? bad : undefined);

/** Of a change, if an increase is an improvement. */
export const changeColour = (change: number) => (change > 0 ? good : lossColour(change));

/** Of a low level: there is nothing left, or not much. */
export const levelColour = (available: number) => (available > 0 ? 'var(--low)' : bad);
