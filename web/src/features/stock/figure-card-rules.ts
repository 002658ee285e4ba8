/** Sizes of the card, in pixels. Its height is the most that five movements need. */
const width_px = 340;
const height_px = 380;
const gap_px = 6;
const margin_px = 8;

interface Rectangle {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface CardPlace {
  left: number;
  width: number;
  /** One of both: below its figure or, without room there, above it. */
  top?: number;
  bottom?: number;
}

/** Where the card of a figure is in a window: its right edge below that of the figure, inside the window. */
export function placeCard(figure: Rectangle, window: { width: number; height: number }): CardPlace {
  const width = Math.min(width_px, window.width - 2 * margin_px);
  const left = Math.min(Math.max(margin_px, figure.right - width), window.width - width - margin_px);
  const below = window.height - figure.bottom;
  if (below >= height_px || below >= figure.top) return { left, width, top: figure.bottom + gap_px };
  return { left, width, bottom: window.height - figure.top + gap_px };
}

/** The level before a movement. */
export const levelBefore = ({ balance, quantity }: { balance: number; quantity: number }): number => balance - quantity;
