import { invalidField } from '../../core/errors.ts';
import { type Image, readImage } from '../../platform/files/read-image.ts';

export const imageBytesAtMost = 5 * 1024 * 1024;

/** @throws AppError VALIDATION_ERROR on `file` for a file that is not a picture, damaged, or too large */
export function checkImage(content: Buffer): Image {
  const read = readImage(content);
  if ('fault' in read) throw invalidField('file', read.fault);
  return read;
}
