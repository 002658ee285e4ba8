import { en } from '../language/en.ts';
import { useSpeech } from '../language/language.tsx';
import type { TextName } from '../language/texts.ts';

/** How a way of paying is called; nothing where nothing was paid yet. */
export function useMethod(): (method: string | null) => string {
  const { t } = useSpeech();
  return (method) => {
    if (method === null) return '';
    const name = `method.${method}`;
    return name in en ? t(name as TextName) : method;
  };
}
