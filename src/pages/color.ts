/** A configured color that is safe in a stylesheet. */
export interface Color {
  readonly css: string
  /** The relative luminance (WCAG 2.2) from 0 (black) to 1 (white). Null if only the browser can compute it. */
  readonly luminance: number | null
}

const hexColor = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i
const namedColor = /^[a-z]{3,24}$/i
const functionalColor = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([\w\s.,%/+-]{1,60}\)$/i
const excludedKeywords = /^(?:inherit|initial|unset|revert|currentcolor|transparent|none)$/i

/**
 * Parses a color, or returns null. The grammar is narrower than CSS on purpose: no nesting, no `var()` and no character
 * that could end a declaration. A theme therefore cannot inject a rule.
 */
export function parseColor(text: unknown): Color | null {
  if (typeof text !== 'string') return null
  const css = text.trim()
  if (hexColor.test(css)) return { css, luminance: computeLuminance(parseHexChannels(css)) }
  if (functionalColor.test(css))
    return { css, luminance: computeLuminance(parseRgbChannels(css) ?? parseHslChannels(css)) }
  return namedColor.test(css) && !excludedKeywords.test(css) ? { css, luminance: null } : null
}

/** Computes the contrast ratio of two luminances (WCAG 2.2), from 1 to 21. */
export function computeContrast(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Returns white or black for a background of this luminance. One of them always has a contrast of 4.5. */
export function getReadableColor(luminance: number): '#fff' | '#000' {
  return computeContrast(1, luminance) >= 4.5 ? '#fff' : '#000'
}

type Channels = readonly [red: number, green: number, blue: number]

function computeLuminance(channels: Channels | null): number | null {
  if (!channels) return null
  const [red, green, blue] = channels.map(toLinear)
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function toLinear(channel: number): number {
  const value = Math.min(Math.max(channel / 255, 0), 1)
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Parses a hex color. Returns null for a translucent color, whose luminance depends on the background. */
function parseHexChannels(css: string): Channels | null {
  const digits = css.slice(1)
  const expanded = digits.length < 6 ? [...digits].map(digit => digit + digit).join('') : digits
  if (expanded.length === 8 && expanded.slice(6).toLowerCase() !== 'ff') return null
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => Number.parseInt(expanded.slice(at, at + 2), 16))
  return [red, green, blue]
}

function parseRgbChannels(css: string): Channels | null {
  const numbers = parseOpaqueArguments(css, /^rgba?\(/i)
  if (!numbers) return null
  const [red, green, blue] = numbers.map(number => parseChannel(number, 255))
  return red === undefined || green === undefined || blue === undefined
    ? null
    : requireFinite([red, green, blue])
}

/** Converts HSL to RGB, CSS Color 4 section 7.1. */
function parseHslChannels(css: string): Channels | null {
  const [hue = '', saturation = '', lightness = ''] = parseOpaqueArguments(css, /^hsla?\(/i) ?? []
  if (!saturation.endsWith('%') || !lightness.endsWith('%')) return null
  const degrees = parseChannel(hue.replace(/deg$/i, ''), 360)
  const [s, l] = [parseChannel(saturation, 1), parseChannel(lightness, 1)]
  const toChannel = (n: number) => {
    const k = (((n + degrees / 30) % 12) + 12) % 12
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return requireFinite([toChannel(0), toChannel(8), toChannel(4)])
}

/** Parses the three arguments of an opaque color function. */
function parseOpaqueArguments(css: string, name: RegExp): readonly string[] | null {
  if (!name.test(css)) return null
  const numbers = css
    .replace(name, '')
    .replace(')', '')
    .trim()
    .split(/[\s,/]+/)
  const [alpha = '1'] = numbers.splice(3, 1)
  return numbers.length === 3 && /^(?:1|1\.0+|100%)$/.test(alpha) ? numbers : null
}

/** Parses a number, or a percentage of the scale. */
function parseChannel(text: string, scale: number): number {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)%?$/.test(text)) return Number.NaN
  return text.endsWith('%') ? (Number(text.slice(0, -1)) / 100) * scale : Number(text)
}

function requireFinite(channels: Channels): Channels | null {
  return channels.every(Number.isFinite) ? channels : null
}
