import { Notification } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { messages, type ShownMessage } from './message-store.ts';
import './messages.css';

const time_ms = 4_000;

/** The messages of the pages, above everything else. They stay as long as the pointer or the focus is on one. */
export function Messages() {
  const shown = useSyncExternalStore(messages.watch, messages.shown);
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isEmpty = shown.length === 0;
  // The last message closes below the pointer, without an event.
  useEffect(() => {
    if (!isEmpty) return;
    setPointed(false);
    setFocus(false);
  }, [isEmpty]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the pointer and the focus.
    <div
      className="messages"
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {shown.map((message) => (
        <OneMessage key={message.id} message={message} isPaused={isPointed || hasFocus} />
      ))}
    </div>
  );
}

function OneMessage({ message, isPaused }: { message: ShownMessage; isPaused: boolean }) {
  const { t } = useI18n();
  const { id, text, title, tone } = message;
  const closes_after_ms = message.time_ms ?? time_ms;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => messages.close(id), closes_after_ms);
    return () => clearTimeout(timer);
  }, [id, isPaused, closes_after_ms]);
  return (
    <Notification
      title={title}
      color={tone === 'good' ? '#1b6e2b' : '#b02525'}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      onClose={() => messages.close(id)}
    >
      {text}
    </Notification>
  );
}
