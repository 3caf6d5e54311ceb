import type { Theme } from '../types/theme.js'
import { type Color, computeContrast, getReadableColor, parseColor } from './color.js'
import { palettes } from './palette.js'

/**
 * Renders the theme as a stylesheet. The result is empty without a brand color, and `buttonText` alone has no effect.
 * Without `buttonText`, the button text is white or black, whichever has sufficient contrast.
 */
export function renderThemeStyle(theme: Readonly<Theme>): string {
  const brand = parseColor(theme.brandColor)
  if (!brand) return ''
  const text = parseColor(theme.buttonText)
  return [renderBrandRule(brand), renderFocusRings(brand), text && renderButtonTextRule(text)]
    .filter(Boolean)
    .join('\n')
}

function renderBrandRule(brand: Color): string {
  const brandColor = { '--brand-color': brand.css }
  if (brand.luminance === null) {
    const fallback = { '--button-text-color': '#fff', '--brand-hover': '#00000014' }
    return `${renderRule(brand.css, { ...brandColor, ...fallback })}\n${renderBrowserTextRule(brand.css)}`
  }
  const text = getReadableColor(brand.luminance)
  return renderRule(brand.css, {
    ...brandColor,
    '--button-text-color': text,
    ...getHoverOverlay(text === '#fff' ? 1 : 0),
  })
}

/** Returns an overlay that increases the contrast between background and text on hover. */
function getHoverOverlay(textLuminance: number): Readonly<Record<string, string>> {
  return { '--brand-hover': textLuminance > 0.18 ? '#00000026' : '#ffffff3d' }
}

function renderFocusRings(brand: Color): string {
  return (['light', 'dark'] as const)
    .filter(scheme => hasContrast(brand, palettes[scheme].page) && hasContrast(brand, palettes[scheme].card))
    .map(scheme => renderRule(brand.css, { [`--brand-ring-${scheme}`]: brand.css }))
    .join('\n')
}

function hasContrast(color: Color, background: string): boolean {
  const backgroundLuminance = parseColor(background)?.luminance ?? null
  return (
    color.luminance !== null &&
    backgroundLuminance !== null &&
    computeContrast(color.luminance, backgroundLuminance) >= 4.5
  )
}

function renderButtonTextRule({ css, luminance }: Color): string {
  return renderRule(css, {
    '--button-text-color': css,
    ...(luminance !== null && getHoverOverlay(luminance)),
  })
}

/**
 * Renders a rule with which the browser selects the text color. The luminance of `gold` or of an `oklch()` color is
 * unknown here. It is the Y of XYZ. Above 0.18, black has the better contrast.
 */
function renderBrowserTextRule(css: string): string {
  const clampChannel = (white: number) => `clamp(0,(.18 - y)*1e9,${white})`
  const text = `color(from ${css} xyz-d65 ${clampChannel(0.9505)} ${clampChannel(1)} ${clampChannel(1.0888)})`
  return renderRule(text, { '--button-text-color': text })
}

/**
 * Renders a rule that applies only if the browser supports the color. Custom properties accept any value, so an
 * unsupported color would leave text without a background. Every browser supports hex colors.
 */
function renderRule(color: string, declarations: Readonly<Record<string, string>>): string {
  const properties = Object.entries(declarations).map(([name, value]) => `${name}:${value}`)
  const css = `:root{${properties.join(';')}}`
  return color.startsWith('#') ? css : `@supports (color:${color}){${css}}`
}
