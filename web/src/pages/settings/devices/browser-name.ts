const browsers = [
  [/Edg\w*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

const firstOf = (names: readonly (readonly [RegExp, string])[], said: string) => names.find(([sign]) => sign.test(said))?.[1];

/** By what a browser says of itself, in words that its person knows: `Chrome, Windows`. */
export const browserName = (said: string): string =>
  [firstOf(browsers, said), firstOf(systems, said)].filter((name) => name !== undefined).join(', ') || 'Web';
