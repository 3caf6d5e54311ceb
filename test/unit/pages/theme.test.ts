import { expect, test } from 'vitest'
import { renderThemeStyle } from '../../../src/pages/theme-style.js'

test('without colours there is no second stylesheet', () => {
  expect(renderThemeStyle({})).toBe('')
  expect(renderThemeStyle({ brandColor: '</style><script>alert(1)</script>' })).toBe('')
})

test('a dark brand colour gets white text, a pale one black', () => {
  expect(renderThemeStyle({ brandColor: '#0f7b5f' })).toContain(
    '--brand-color:#0f7b5f;--button-text-color:#fff',
  )
  expect(renderThemeStyle({ brandColor: '#ffd84d' })).toContain(
    '--brand-color:#ffd84d;--button-text-color:#000',
  )
})

test('the text of the theme wins, for it comes last', () => {
  const style = renderThemeStyle({ brandColor: '#0f7b5f', buttonText: '#ffe' })
  expect(style.lastIndexOf('--button-text-color:#ffe')).toBeGreaterThan(
    style.indexOf('--button-text-color:#fff'),
  )
})

test('a text that is no colour leaves ours in place', () => {
  expect(renderThemeStyle({ brandColor: '#0f7b5f', buttonText: 'red;}*{display:none' })).toBe(
    renderThemeStyle({ brandColor: '#0f7b5f' }),
  )
})

test('text without a brand colour would meet a ground it was not made for, so it is left out', () => {
  expect(renderThemeStyle({ buttonText: '#fff' })).toBe('')
})

test('the brand colour makes the focus ring only where that can be seen', () => {
  expect(renderThemeStyle({ brandColor: '#111' })).toContain('--brand-ring-light:#111')
  expect(renderThemeStyle({ brandColor: '#111' })).not.toContain('--brand-ring-dark')
  expect(renderThemeStyle({ brandColor: '#ffd84d' })).toContain('--brand-ring-dark:#ffd84d')
  expect(renderThemeStyle({ brandColor: '#ffd84d' })).not.toContain('--brand-ring-light')
})

test('a colour that the browser might not know is asked about first', () => {
  expect(renderThemeStyle({ brandColor: 'tomato' })).toContain(
    '@supports (color:tomato){:root{--brand-color:tomato;',
  )
})
