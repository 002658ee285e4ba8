import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Petrol, from the lightest to the darkest. White text on 7 and darker has at least the contrast of WCAG AA. */
const accent: MantineColorsTuple = [
  '#e9f5f7',
  '#d0e8ed',
  '#a3d2db',
  '#72bac8',
  '#4aa5b7',
  '#2a8ea2',
  '#1f8195',
  '#177588',
  '#0f6274',
  '#0b5263',
];

/** Greys of the dark scheme: text, then borders (4), hovered (5), raised (6), cards (7), the page (8). */
const dark: MantineColorsTuple = [
  '#d5dce0',
  '#b7c0c5',
  '#929da4',
  '#64727a',
  '#364147',
  '#2c363b',
  '#232b30',
  '#1a2125',
  '#12171a',
  '#0c1012',
];

/**
 * The look of the pages, with `tokens.css`. Text is 14 px on lines of 20, headings of tables and notes are 13 px, and
 * there is one large size for the one figure of a page.
 */
export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  // Of each colour: lighter shades of red lack contrast on a card.
  primaryShade: { light: 8, dark: 8 },
  white: '#ffffff',
  black: '#14191b',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  // A setting of the operating system turns all motion off.
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: {
    fontFamily: "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '36px' },
      h2: { fontSize: '24px', lineHeight: '32px' },
      h3: { fontSize: '20px', lineHeight: '28px' },
      h4: { fontSize: '17px', lineHeight: '24px' },
      h5: { fontSize: '15px', lineHeight: '20px' },
      h6: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  // For the contrast of WCAG level AA.
  autoContrast: true,
  components: {
    // The library makes it a <header>, which a screen reader would offer as the banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
});
