import type { Theme } from '../types/theme.js'
import { type Colour, contrast, parseColour, readableOn } from './colour.js'
import { palettes } from './palette.js'

/**
 * The theme as a stylesheet; empty when it has no colours. Where the text on the brand colour is left to us, it is
 * white or black, whichever can be read. `buttonText` alone says nothing: it would meet a ground it was not made for.
 */
export function themeStyle(theme: Readonly<Theme>): string {
  const brand = parseColour(theme.brandColor)
  if (!brand) return ''
  const text = parseColour(theme.buttonText)
  return [ground(brand), rings(brand), text && ownText(text)].filter(Boolean).join('\n')
}

function ground(brand: Colour): string {
  const colour = { '--brand-color': brand.css }
  if (brand.luminance === null) {
    const guess = { '--button-text-color': '#fff', '--brand-hover': '#00000014' }
    return `${rule(brand.css, { ...colour, ...guess })}\n${textByBrowser(brand.css)}`
  }
  const text = readableOn(brand.luminance)
  return rule(brand.css, { ...colour, '--button-text-color': text, ...hover(text === '#fff' ? 1 : 0) })
}

/** Hovering moves the ground away from the text, never towards it. */
function hover(text: number): Readonly<Record<string, string>> {
  return { '--brand-hover': text > 0.18 ? '#00000026' : '#ffffff3d' }
}

function rings(brand: Colour): string {
  return (['light', 'dark'] as const)
    .filter(scheme => standsOut(brand, palettes[scheme].page) && standsOut(brand, palettes[scheme].card))
    .map(scheme => rule(brand.css, { [`--brand-ring-${scheme}`]: brand.css }))
    .join('\n')
}

function standsOut(colour: Colour, ground: string): boolean {
  const behind = parseColour(ground)?.luminance ?? null
  return colour.luminance !== null && behind !== null && contrast(colour.luminance, behind) >= 4.5
}

function ownText({ css, luminance }: Colour): string {
  return rule(css, { '--button-text-color': css, ...(luminance !== null && hover(luminance)) })
}

/**
 * Only a browser knows the luminance of `gold` or of a colour in `oklch()`: the Y of XYZ is it. Above 0.18 black is the
 * better text.
 */
function textByBrowser(css: string): string {
  const channel = (white: number) => `clamp(0,(.18 - y)*1e9,${white})`
  const text = `color(from ${css} xyz-d65 ${channel(0.9505)} ${channel(1)} ${channel(1.0888)})`
  return rule(text, { '--button-text-color': text })
}

/**
 * Custom properties accept any value and fail where they are used, as text without a ground. So the browser is asked
 * first whether it knows the colour; everything knows hex.
 */
function rule(colour: string, declarations: Readonly<Record<string, string>>): string {
  const written = Object.entries(declarations).map(([name, value]) => `${name}:${value}`)
  const plain = `:root{${written.join(';')}}`
  return colour.startsWith('#') ? plain : `@supports (color:${colour}){${plain}}`
}
