import { describe, expect, test } from 'vitest'
import { computeContrast, parseColor } from '../../../src/pages/color.js'
import { type Palette, palettes } from '../../../src/pages/palette.js'

type Pair = readonly [keyof Palette, keyof Palette]

const texts: readonly Pair[] = [
  ['text', 'page'],
  ['text', 'card'],
  ['text', 'field'],
  ['text', 'button'],
  ['text', 'button-hover'],
  ['text', 'notice'],
  ['muted', 'card'],
  ['muted', 'field'],
  ['muted', 'notice'],
  ['primary-text', 'primary'],
  ['error-text', 'error'],
  ['icon-text', 'icon'],
]
const shapes: readonly Pair[] = [
  ['field-border', 'card'],
  ['field-border', 'field'],
  ['focus-ring', 'card'],
  ['focus-ring', 'field'],
  ['error-text', 'card'],
]

describe.each(Object.entries(palettes))('%s', (_, palette) => {
  const getContrast = ([one, other]: Pair) =>
    computeContrast(
      parseColor(palette[one])?.luminance ?? Number.NaN,
      parseColor(palette[other])?.luminance ?? Number.NaN,
    )

  test.each(texts)('text %s has enough contrast on %s (WCAG 2.2, 1.4.3)', (...pair) => {
    expect(getContrast(pair)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapes)('the shape %s has enough contrast on %s (WCAG 2.2, 1.4.11)', (...pair) => {
    expect(getContrast(pair)).toBeGreaterThanOrEqual(3)
  })
})
