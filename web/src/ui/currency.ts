/** What people pay with where a language is spoken; any other can be chosen. */
const usual: Record<string, string> = { id: 'IDR', de: 'EUR', fr: 'EUR', es: 'EUR', ja: 'JPY', gb: 'GBP', sg: 'SGD', my: 'MYR' };

export function guessCurrency(tag: string): string {
  const [language = '', region = ''] = tag.toLowerCase().split('-');
  return usual[region] ?? usual[language] ?? 'USD';
}
