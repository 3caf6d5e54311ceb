import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeContrast, getReadableColor, parseColor } from '../../../src/pages/color.js'

describe('parseColor', () => {
  test.each([
    ['#fff', 1],
    ['#FFFFFF', 1],
    ['#000f', 0],
    ['#ff0000ff', 0.2126],
    ['rgb(255, 0, 0)', 0.2126],
    ['rgb(100% 0% 0% / 1)', 0.2126],
    ['rgba(0,0,255,1)', 0.0722],
    ['hsl(120, 100%, 50%)', 0.7152],
    ['hsl(240deg 100% 50% / 100%)', 0.0722],
    ['hsl(-120 100% 50%)', 0.0722],
    [' #fff ', 1],
  ])('%s has the luminance %f', (css, luminance) => {
    expect(parseColor(css)?.luminance).toBeCloseTo(luminance, 4)
  })

  test.each([
    'tomato',
    'RebeccaPurple',
    'oklch(70% .1 200)',
    'lab(50% 40 59.5)',
    'color(display-p3 1 0.5 0)',
    '#ffffff80',
    'rgb(0 0 0 / 50%)',
    'hsl(0 100 50)',
  ])('%s is a color with unknown luminance', css => {
    expect(parseColor(css)).toEqual({ css, luminance: null })
  })

  test.each([
    undefined,
    null,
    7,
    '',
    '#ff',
    '#ggg',
    'red;}body{display:none',
    'red}',
    'red !important',
    'var(--x)',
    'url(https://evil.example)',
    'rgb(1,2,3);color:red',
    'rgb(calc(1) 2 3)',
    'rgb(1 2 3)/**/',
    '</style><script>alert(1)</script>',
    'expression(alert(1))',
    'inherit',
    'currentColor',
    'transparent',
    'red\\;',
    'red\n}',
    `rgb(${'1'.repeat(200)})`,
  ])('%j is rejected', text => {
    expect(parseColor(text)).toBeNull()
  })

  test('an accepted color cannot end a declaration, a rule or the style element', () => {
    const parts = fc.constantFrom(
      'rgb(',
      'hsl(',
      ')',
      ';',
      '}',
      '{',
      '<',
      '/',
      '*',
      '\\',
      '"',
      "'",
      '#',
      'a',
      '0',
      ' ',
    )
    const texts = fc.oneof(
      fc.string(),
      fc.array(parts).map(chosen => chosen.join('')),
    )
    fc.assert(
      fc.property(texts, text => {
        expect(parseColor(text)?.css ?? '').not.toMatch(/[;{}<>\\"'@]|\/\*/)
      }),
    )
  })
})

test('black or white text is readable on any color', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), luminance => {
      const text = getReadableColor(luminance) === '#fff' ? 1 : 0
      expect(computeContrast(text, luminance)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
