/** Image types that the service accepts, and the largest number of pictures. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];
export const picturesAtMost = 20;
/** The largest file that is read. The service stores at most 5 MiB, but larger ones are made smaller before. */
export const fileBytesAtMost = 50 * 1024 * 1024;
/** A file up to this size is sent as it is. */
export const keptBytesAtMost = 200 * 1024;
/**
 * The longest side of a picture that was made smaller, in pixels: sharp at the size at which tills and customer displays
 * show it, and mostly below 100 kB, since lists load it too.
 */
const sideAtMost = 1_000;

interface Size {
  width: number;
  height: number;
}

/** The size of a picture that is made smaller: with the same proportions, and never larger than before. */
export function reducedSize({ width, height }: Size): Size {
  const scale = Math.min(1, sideAtMost / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The pictures after one was moved to the place of another: those between them move by one. */
export function movePicture(pictures: readonly string[], moved: string, place: string): string[] {
  const [from, to] = [pictures.indexOf(moved), pictures.indexOf(place)];
  if (from < 0 || to < 0) return [...pictures];
  return pictures.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Which of the given files can be added, and how many cannot. */
export function acceptedFiles<One extends { type: string; size: number }>(
  files: readonly One[],
  present: number,
): { accepted: One[]; rejected: number } {
  const fitting = files.filter(({ type, size }) => pictureTypes.includes(type) && size <= fileBytesAtMost);
  const accepted = fitting.slice(0, Math.max(0, picturesAtMost - present));
  return { accepted, rejected: files.length - accepted.length };
}

/** Whether what is pasted belongs to a field that has the focus. */
export const isTextField = (target: { tagName?: string; isContentEditable?: boolean } | null): boolean =>
  target !== null &&
  (target.isContentEditable === true || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName ?? ''));
