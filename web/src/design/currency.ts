/** Default currency by region, then by language. The user can choose any other. */
const currencyByRegion: Record<string, string> = {
  id: 'IDR',
  de: 'EUR',
  fr: 'EUR',
  es: 'EUR',
  ja: 'JPY',
  gb: 'GBP',
  sg: 'SGD',
  my: 'MYR',
};

export function guessCurrency(tag: string): string {
  const [language = '', region = ''] = tag.toLowerCase().split('-');
  return currencyByRegion[region] ?? currencyByRegion[language] ?? 'USD';
}
