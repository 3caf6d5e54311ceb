import { expect, test } from 'vitest'
import { themeStyle } from '../../../src/pages/theme.js'

test('without colours there is no second stylesheet', () => {
  expect(themeStyle({})).toBe('')
  expect(themeStyle({ brandColor: '</style><script>alert(1)</script>' })).toBe('')
})

test('a dark brand colour gets white text, a pale one black', () => {
  expect(themeStyle({ brandColor: '#0f7b5f' })).toContain('--brand-color:#0f7b5f;--button-text-color:#fff')
  expect(themeStyle({ brandColor: '#ffd84d' })).toContain('--brand-color:#ffd84d;--button-text-color:#000')
})

test('the text of the theme wins, for it comes last', () => {
  const style = themeStyle({ brandColor: '#0f7b5f', buttonText: '#ffe' })
  expect(style.lastIndexOf('--button-text-color:#ffe')).toBeGreaterThan(
    style.indexOf('--button-text-color:#fff'),
  )
})

test('a text that is no colour leaves ours in place', () => {
  expect(themeStyle({ brandColor: '#0f7b5f', buttonText: 'red;}*{display:none' })).toBe(
    themeStyle({ brandColor: '#0f7b5f' }),
  )
})

test('text without a brand colour would meet a ground it was not made for, so it is left out', () => {
  expect(themeStyle({ buttonText: '#fff' })).toBe('')
})

test('the brand colour makes the focus ring only where that can be seen', () => {
  expect(themeStyle({ brandColor: '#111' })).toContain('--brand-ring-light:#111')
  expect(themeStyle({ brandColor: '#111' })).not.toContain('--brand-ring-dark')
  expect(themeStyle({ brandColor: '#ffd84d' })).toContain('--brand-ring-dark:#ffd84d')
  expect(themeStyle({ brandColor: '#ffd84d' })).not.toContain('--brand-ring-light')
})

test('a colour that the browser might not know is asked about first', () => {
  expect(themeStyle({ brandColor: 'tomato' })).toContain(
    '@supports (color:tomato){:root{--brand-color:tomato;',
  )
})
