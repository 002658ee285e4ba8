import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { useSyncExternalStore } from 'react';
import { storedColours } from '../design/colours.ts';
import { Messages } from '../design/feedback/messages.tsx';
import { theme } from '../design/theme.ts';
import { LanguageProvider, type LoadedTexts, useI18n } from '../language/i18n.tsx';
import { queries } from '../session/queries.ts';
import { limitedUntil, watchLimit } from '../session/rate-limit.ts';
import { router } from './router.ts';

/** Nonce of this response's content security policy. It allows the styles that components insert at run time. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// For react-remove-scroll, which locks the page behind a dialog.
setNonce(nonce);

/** Shown on every page during a rate limit. Requests are retried automatically. */
function Limit() {
  const { t, language } = useI18n();
  const until_ms = useSyncExternalStore(watchLimit, limitedUntil);
  return until_ms === 0 ? null : (
    <div className="limit" role="status">
      {t('app.limited', { time: new Date(until_ms).toLocaleTimeString(language) })}
    </div>
  );
}

/** @param texts in the language of the user */
export function App({ texts }: { texts: LoadedTexts }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={storedColours}
      getStyleNonce={() => nonce}
    >
      <LanguageProvider first={texts}>
        <QueryClientProvider client={queries}>
          <Messages />
          <RouterProvider router={router} />
          <Limit />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}
