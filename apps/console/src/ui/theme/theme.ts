import { createTheme, type MantineColorsTuple, rem } from '@mantine/core';

const gray: MantineColorsTuple = [
  '#f9fafb',
  '#f3f4f6',
  '#ebedef',
  '#dfe1e5',
  '#cccfd5',
  '#a7abb1',
  '#878b92',
  '#676c74',
  '#434850',
  '#1e2229',
];
const dark: MantineColorsTuple = [
  '#e4e6ea',
  '#b2b6bc',
  '#93979e',
  '#70757d',
  '#353941',
  '#272a31',
  '#1d2126',
  '#14171c',
  '#0f1116',
  '#0a0c10',
];
const accent: MantineColorsTuple = [
  '#f3f7fe',
  '#e4edfe',
  '#cbddfe',
  '#a9c8ff',
  '#85affc',
  '#6799f7',
  '#457fef',
  '#2663dc',
  '#1950bc',
  '#123d93',
];
const green: MantineColorsTuple = [
  '#effaf3',
  '#def3e5',
  '#bfebce',
  '#9addb2',
  '#6ecb94',
  '#4bb379',
  '#2f9660',
  '#1f784b',
  '#135f39',
  '#0f4629',
];
const red: MantineColorsTuple = [
  '#fef4f3',
  '#fde9e7',
  '#ffd4cf',
  '#ffb4ad',
  '#fb9088',
  '#f46f68',
  '#e94b4a',
  '#cc2d32',
  '#a72025',
  '#831a1d',
];
const amber: MantineColorsTuple = [
  '#fef8eb',
  '#fdefd2',
  '#fce1ac',
  '#facf7f',
  '#f4b854',
  '#e4a038',
  '#c7852a',
  '#a0651e',
  '#804d18',
  '#643912',
];

const field = { defaultProps: { size: 'md' } };

export const theme = createTheme({
  colors: { gray, dark, accent, green, red, amber, yellow: amber },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
  lineHeights: { xs: '1.4545', sm: '1.3334', md: '1.5385', lg: '1.4286', xl: '1.5' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(10), xl: rem(999) },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(14), lineHeight: '1.4286' },
      h3: { fontSize: rem(13), lineHeight: '1.5385' },
    },
  },
  shadows: { xs: 'none', sm: 'var(--shadow)', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '100em' },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    TextInput: field,
    PasswordInput: field,
    NumberInput: field,
    NativeSelect: field,
    Select: field,
    Textarea: field,
    // Scroll lock writes a <style> element, which the content security policy refuses; the shell scrolls inside anyway.
    Modal: {
      defaultProps: {
        radius: 'lg',
        size: 440,
        centered: false,
        yOffset: '12vh',
        lockScroll: false,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 440,
        lockScroll: false,
        transitionProps: { duration: 180 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // Their names belong to the dialog: the one banner is the page's.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Menu: { defaultProps: { radius: 'lg', shadow: 'sm', position: 'bottom-end', transitionProps: { duration: 120 } } },
    Notification: { defaultProps: { radius: 'lg', withBorder: false } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});
