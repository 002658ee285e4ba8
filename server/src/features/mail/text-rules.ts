import type { Language } from '../../core/language.ts';
import type { MailText, Message } from './message-rules.ts';
import { texts } from './message-texts-rules.ts';

/** Removes line breaks, so that a merchant's name in a header cannot begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

export function compose(message: Message, language: Language): { subject: string; text: string; html: string } {
  const composed: MailText = message.kind === 'weekly-report' ? message : texts[language](message);
  const { subject, lines, link, links = [], printed } = composed;
  const plainLines = lines.map(oneLine);
  const asPrinted = printed === undefined ? [] : [printed.join('\n')];
  const paragraphs = [
    ...plainLines.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...asPrinted.map((text) => `<pre>${escapeHtml(text)}</pre>`),
  ];
  const named = links.map(({ label, address }) => `${label}: ${address}`);
  const namedHtml = links.map(
    ({ label, address }) => `<p><a href="${escapeHtml(address)}">${escapeHtml(label)}</a></p>`,
  );
  return {
    subject: oneLine(subject),
    text: `${[...plainLines, ...asPrinted, ...(link === undefined ? [] : [link]), ...named, 'Tillhouse'].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body>${paragraphs.join('')}${
      link === undefined ? '' : `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`
    }${namedHtml.join('')}<p>Tillhouse</p></body></html>`,
  };
}

const first_retry_ms = 15_000;
const longest_retry_ms = 60 * 60 * 1_000;
export const attempts_at_most = 30;

/** The delay after this number of failed attempts. */
export const retryAfter = (attempts: number): number =>
  Math.min(first_retry_ms * 2 ** Math.min(attempts - 1, 20), longest_retry_ms);
