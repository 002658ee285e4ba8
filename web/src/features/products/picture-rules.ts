/** Image types that the service accepts, and the largest file and number of pictures. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];
export const pictureBytesAtMost = 5 * 1024 * 1024;
export const picturesAtMost = 20;

/** The pictures after one was moved to the place of another: those between them move by one. */
export function movePicture(pictures: readonly string[], moved: string, place: string): string[] {
  const [from, to] = [pictures.indexOf(moved), pictures.indexOf(place)];
  if (from < 0 || to < 0) return [...pictures];
  return pictures.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Which of the given files the service would accept, and how many it would not. */
export function acceptedFiles<One extends { type: string; size: number }>(
  files: readonly One[],
  present: number,
): { accepted: One[]; rejected: number } {
  const fitting = files.filter(({ type, size }) => pictureTypes.includes(type) && size <= pictureBytesAtMost);
  const accepted = fitting.slice(0, Math.max(0, picturesAtMost - present));
  return { accepted, rejected: files.length - accepted.length };
}

/** Whether what is pasted belongs to a field that has the focus. */
export const isTextField = (target: { tagName?: string; isContentEditable?: boolean } | null): boolean =>
  target !== null &&
  (target.isContentEditable === true || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName ?? ''));
