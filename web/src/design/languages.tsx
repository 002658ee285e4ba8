import { Anchor, Group } from '@mantine/core';
import { useI18n } from '../language/i18n.tsx';
import { type LanguageName, languages } from '../language/texts.ts';

export function Languages() {
  const { t, language, switchLanguage } = useI18n();
  return (
    <Group component="nav" gap="md" justify="center" aria-label={t('app.language')}>
      {(Object.keys(languages) as LanguageName[]).map((name) => (
        <Anchor
          key={name}
          component="button"
          type="button"
          size="sm"
          lang={languages[name].tag}
          fw={name === language ? 700 : 400}
          aria-current={name === language}
          onClick={() => switchLanguage(name)}
        >
          {languages[name].name}
        </Anchor>
      ))}
    </Group>
  );
}
