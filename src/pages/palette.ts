/**
 * The colors of one scheme. Text has a contrast of 4.5:1 on every background. The field border and the focus ring have
 * 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). A test computes both. `primary` is used without a brand color. `border` is the border
 * of the card.
 */
export type Palette = Readonly<Record<ColorRole, string>>

type ColorRole =
  | 'page'
  | 'card'
  | 'text'
  | 'muted'
  | 'border'
  | 'shadow'
  | 'field'
  | 'field-border'
  | 'button'
  | 'button-hover'
  | 'button-border'
  | 'primary'
  | 'primary-text'
  | 'primary-hover'
  | 'focus-ring'
  | 'icon'
  | 'icon-text'
  | 'error'
  | 'error-text'
  | 'error-border'
  | 'notice'

const light: Palette = {
  page: '#f6f6f8',
  card: '#ffffff',
  text: '#18181d',
  muted: '#5d5e68',
  border: '#18181d14',
  shadow: '0 1px 2px #18181d0a, 0 4px 12px -2px #18181d0a, 0 18px 40px -12px #18181d1a',
  field: '#ffffff',
  'field-border': '#8c8e9a',
  button: '#ffffff',
  'button-hover': '#f4f4f7',
  'button-border': '#18181d26',
  primary: '#1d1d23',
  'primary-text': '#ffffff',
  'primary-hover': '#ffffff24',
  'focus-ring': '#2f6bff',
  icon: '#62636f',
  'icon-text': '#ffffff',
  error: '#fdf1f1',
  'error-text': '#a11616',
  'error-border': '#a1161626',
  notice: '#f4f4f7',
}

const dark: Palette = {
  page: '#0d0d10',
  card: '#17171b',
  text: '#f3f3f6',
  muted: '#a4a5b1',
  border: '#ffffff17',
  shadow: '0 1px 2px #00000066, 0 18px 40px -12px #00000099',
  field: '#101014',
  'field-border': '#6f707d',
  button: '#222228',
  'button-hover': '#2b2b32',
  'button-border': '#ffffff1f',
  primary: '#f3f3f6',
  'primary-text': '#18181d',
  'primary-hover': '#00000014',
  'focus-ring': '#7ea6ff',
  icon: '#8b8c99',
  'icon-text': '#101014',
  error: '#2c1719',
  'error-text': '#ffb4b4',
  'error-border': '#ffb4b433',
  notice: '#222228',
}

/** The colors of both schemes by the names of their custom properties. */
export const palettes = { light, dark } as const

/** Renders a scheme as custom properties. The focus ring has the brand color if the contrast is sufficient. */
export function renderCustomProperties(scheme: keyof typeof palettes): string {
  const declarations = Object.entries(palettes[scheme]).map(([name, value]) => `--${name}:${value};`)
  return `${declarations.join('')}--focus:var(--brand-ring-${scheme},var(--focus-ring));`
}
