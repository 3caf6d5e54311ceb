/**
 * The colors of one scheme. Text has a contrast of 4.5:1 on every background. The field border and the focus ring have
 * 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). A test computes both. `primary` is used without a brand color. `edge` is the border
 * of the card.
 */
export type Palette = Readonly<Record<ColorRole, string>>

type ColorRole =
  | 'page'
  | 'card'
  | 'ink'
  | 'muted'
  | 'edge'
  | 'lift'
  | 'field'
  | 'field-edge'
  | 'button'
  | 'button-hover'
  | 'button-edge'
  | 'primary'
  | 'primary-text'
  | 'primary-hover'
  | 'ring'
  | 'mark'
  | 'mark-text'
  | 'alarm'
  | 'alarm-text'
  | 'alarm-edge'
  | 'note'

const light: Palette = {
  page: '#f6f6f8',
  card: '#ffffff',
  ink: '#18181d',
  muted: '#5d5e68',
  edge: '#18181d14',
  lift: '0 1px 2px #18181d0a, 0 4px 12px -2px #18181d0a, 0 18px 40px -12px #18181d1a',
  field: '#ffffff',
  'field-edge': '#8c8e9a',
  button: '#ffffff',
  'button-hover': '#f4f4f7',
  'button-edge': '#18181d26',
  primary: '#1d1d23',
  'primary-text': '#ffffff',
  'primary-hover': '#ffffff24',
  ring: '#2f6bff',
  mark: '#62636f',
  'mark-text': '#ffffff',
  alarm: '#fdf1f1',
  'alarm-text': '#a11616',
  'alarm-edge': '#a1161626',
  note: '#f4f4f7',
}

const dark: Palette = {
  page: '#0d0d10',
  card: '#17171b',
  ink: '#f3f3f6',
  muted: '#a4a5b1',
  edge: '#ffffff17',
  lift: '0 1px 2px #00000066, 0 18px 40px -12px #00000099',
  field: '#101014',
  'field-edge': '#6f707d',
  button: '#222228',
  'button-hover': '#2b2b32',
  'button-edge': '#ffffff1f',
  primary: '#f3f3f6',
  'primary-text': '#18181d',
  'primary-hover': '#00000014',
  ring: '#7ea6ff',
  mark: '#8b8c99',
  'mark-text': '#101014',
  alarm: '#2c1719',
  'alarm-text': '#ffb4b4',
  'alarm-edge': '#ffb4b433',
  note: '#222228',
}

/** The colors of both schemes by the names of their custom properties. */
export const palettes = { light, dark } as const

/** Renders a scheme as custom properties. The focus ring has the brand color if the contrast is sufficient. */
export function renderCustomProperties(scheme: keyof typeof palettes): string {
  const declarations = Object.entries(palettes[scheme]).map(([name, value]) => `--${name}:${value};`)
  return `${declarations.join('')}--focus:var(--brand-ring-${scheme},var(--ring));`
}
