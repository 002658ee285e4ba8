import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNotify } from '../../design/feedback/notify.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { acceptedFiles, isTextField } from './picture-rules.ts';
import { reducePicture } from './reduce-picture.ts';

/**
 * Adds pictures of a product, one after the other: chosen, dropped, or pasted anywhere on the page but in a field. Large
 * ones are made smaller before.
 */
export function useNewPictures(id: string, { present, isOn }: { present: number; isOn: boolean }) {
  const { counted } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const waiting = useRef<File[]>([]);
  const [left, setLeft] = useState(0);
  const isReducing = useRef(false);
  /** The number of files that are not sent yet. */
  const countLeft = () => setLeft(waiting.current.length + (isReducing.current ? 1 : 0));
  const sendNext = async () => {
    const chosen = waiting.current.shift();
    isReducing.current = chosen !== undefined;
    countLeft();
    if (chosen === undefined) return;
    const file = await reducePicture(chosen);
    isReducing.current = false;
    countLeft();
    adding.send('addProductImage', { path: { id }, body: { file } });
  };
  const adding = useIdempotentRequest(['addProductImage'], {
    subject: id,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: ['products'] });
      await sendNext();
    },
    // The error stays on the page, so the other files are not sent.
    onRejected: () => {
      waiting.current = [];
      countLeft();
    },
  });
  const add = (files: readonly File[]) => {
    const { accepted, rejected } = acceptedFiles(files, present + waiting.current.length);
    if (rejected > 0) notify.error(new Error(counted('product.picturesRejected', rejected)));
    if (accepted.length === 0) return;
    waiting.current.push(...accepted);
    if (adding.isPending || adding.isUnknown || isReducing.current) countLeft();
    else void sendNext();
  };
  const addPasted = useEffectEvent(add);
  useEffect(() => {
    if (!isOn) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextField(event.target as HTMLElement)) return;
      // A dialog in front is not about the pictures.
      if (document.querySelector('[role=dialog]') !== null) return;
      event.preventDefault();
      addPasted(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOn]);
  return { add, adding, left };
}
