import { expect, test } from 'vitest'
import { parseUrl } from '../../../src/base/parse.js'

const valid = ['https://app.example/a?b#c', 'http://straße.example/ü', 'http://ø.com', 'https://例え.jp/']
const invalid = ['', '/path', 'http://', 'https://[', 'http://ß ß/', 'straße']

test.each(valid)('%s is a URL, also after thousands of calls', url => {
  for (let count = 0; count < 20_000; count++) if (!parseUrl(url)) expect.fail(`null after ${count} calls`)
  expect(parseUrl(url)?.href).toBe(new URL(url).href)
})

test.each(invalid)('%j is not a URL', url => {
  expect(parseUrl(url)).toBeNull()
})

test('a path is resolved against a base', () => {
  expect(parseUrl('/ü', 'https://app.example')?.href).toBe('https://app.example/%C3%BC')
})
