import type { AppError, Detail } from '../../core/errors.ts';

/** The size of all details together. With the envelope and its headers, a response stays below 256 KiB. */
const bytesAtMost = 200 * 1024;
const fieldAtMost = 200;
const messageAtMost = 1_000;

/** The details of an error as they are sent: bounded, with a last row that says how many are left out. */
export function boundDetails({ details, more_details }: AppError, spell: (field: string) => string): Detail[] {
  const sent: Detail[] = [];
  let left = bytesAtMost;
  for (const { field, message } of details) {
    const detail = { field: shortened(spell(field), fieldAtMost), message: shortened(message, messageAtMost) };
    left -= Buffer.byteLength(JSON.stringify(detail));
    if (left < 0) break;
    sent.push(detail);
  }
  const missing = details.length - sent.length + more_details;
  return missing === 0 ? sent : [...sent, { field: 'details', message: `${missing} more are not listed` }];
}

const shortened = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`);
