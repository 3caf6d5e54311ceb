import { expect, test } from 'vitest'
import { renderThemeStyle } from '../../../src/pages/theme-style.js'

test('without valid colors there is no second stylesheet', () => {
  expect(renderThemeStyle({})).toBe('')
  expect(renderThemeStyle({ brandColor: '</style><script>alert(1)</script>' })).toBe('')
})

test('a dark brand color has white text, a light one black text', () => {
  expect(renderThemeStyle({ brandColor: '#0f7b5f' })).toContain(
    '--brand-color:#0f7b5f;--button-text-color:#fff',
  )
  expect(renderThemeStyle({ brandColor: '#ffd84d' })).toContain(
    '--brand-color:#ffd84d;--button-text-color:#000',
  )
})

test('`buttonText` overrides the computed text color', () => {
  const style = renderThemeStyle({ brandColor: '#0f7b5f', buttonText: '#ffe' })
  expect(style.lastIndexOf('--button-text-color:#ffe')).toBeGreaterThan(
    style.indexOf('--button-text-color:#fff'),
  )
})

test('an invalid `buttonText` is ignored', () => {
  expect(renderThemeStyle({ brandColor: '#0f7b5f', buttonText: 'red;}*{display:none' })).toBe(
    renderThemeStyle({ brandColor: '#0f7b5f' }),
  )
})

test('`buttonText` without a brand color is ignored', () => {
  expect(renderThemeStyle({ buttonText: '#fff' })).toBe('')
})

test('the brand color is used for the focus ring only if its contrast is sufficient', () => {
  expect(renderThemeStyle({ brandColor: '#111' })).toContain('--brand-ring-light:#111')
  expect(renderThemeStyle({ brandColor: '#111' })).not.toContain('--brand-ring-dark')
  expect(renderThemeStyle({ brandColor: '#ffd84d' })).toContain('--brand-ring-dark:#ffd84d')
  expect(renderThemeStyle({ brandColor: '#ffd84d' })).not.toContain('--brand-ring-light')
})

test('a color that may be unsupported is inside of @supports', () => {
  expect(renderThemeStyle({ brandColor: 'tomato' })).toContain(
    '@supports (color:tomato){:root{--brand-color:tomato;',
  )
})
