import { keptBytesAtMost, reducedSize } from './picture-rules.ts';

/** Of JPEG and WebP, from 0 to 1. */
const quality = 0.82;

/**
 * A copy of a large picture with fewer pixels and bytes, without the place and time at which it was taken. A photograph
 * of a phone has several megabytes, which every list and till would load. Returns the picture itself if it is small, if
 * the browser cannot read it, or if the copy would be no smaller.
 */
export async function reducePicture(file: File): Promise<File> {
  if (file.size <= keptBytesAtMost) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const copy = await draw(bitmap);
    bitmap.close();
    if (copy.size >= file.size) return file;
    return new File([copy], file.name, { type: copy.type });
  } catch {
    // The service says what is wrong with it.
    return file;
  }
}

async function draw(bitmap: ImageBitmap): Promise<Blob> {
  const { width, height } = reducedSize(bitmap);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const copy = await canvas.convertToBlob({ type: 'image/webp', quality });
  if (copy.type === 'image/webp') return copy;
  // Safari writes no WebP. A JPEG has no transparent places: they would become black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
