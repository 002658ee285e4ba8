import { createTheme, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { useSyncExternalStore } from 'react';
import { LanguageProvider, useI18n } from './language/i18n.tsx';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { limitedUntil, watchLimit } from './session/limited.ts';
import { coloursInMemory } from './ui/colours.ts';

const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  // Of the contrast that WCAG asks for at its second level.
  autoContrast: true,
});

/** Of this answer of the service alone: styles that components set while they run are let in by it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// That of who keeps the page still below a window.
setNonce(nonce);

/** Said on every page: what was asked for comes later, and nothing need be done. */
function Limit() {
  const { t, language } = useI18n();
  const until_ms = useSyncExternalStore(watchLimit, limitedUntil);
  return until_ms === 0 ? null : (
    <div className="limit" role="status">
      {t('app.limited', { time: new Date(until_ms).toLocaleTimeString(language) })}
    </div>
  );
}

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={coloursInMemory} getStyleNonce={() => nonce}>
      <LanguageProvider>
        <QueryClientProvider client={queries}>
          <Notifications position="bottom-center" />
          <RouterProvider router={router} />
          <Limit />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}
