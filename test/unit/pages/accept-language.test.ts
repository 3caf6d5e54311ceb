import { describe, expect, test } from 'vitest'
import { expandLanguageTag } from '../../../src/config/locales.js'
import { selectLanguage } from '../../../src/pages/accept-language.js'

describe('the language lookup (RFC 4647 section 3.4)', () => {
  test('truncates a tag from its end, including single-letter subtags', () => {
    expect(expandLanguageTag('zh-Hant-CN-x-private1-private2')).toEqual([
      'zh-hant-cn-x-private1-private2',
      'zh-hant-cn-x-private1',
      'zh-hant-cn',
      'zh-hant',
      'zh',
    ])
  })

  test.each([
    ['the exact tag before its language', 'de-CH', ['de', 'de-ch'], 'de-ch'],
    ['the language if its region is not available', 'de-AT', ['de', 'de-ch'], 'de'],
    ['a region if only that is available', 'pt', ['en', 'pt-br'], 'pt-br'],
    ['another region before another language', 'pt-PT, en;q=0.5', ['en', 'pt-br'], 'pt-br'],
    ['the requested script', 'zh-TW, zh-Hant;q=0.9', ['zh-hans', 'zh-hant', 'zh-tw'], 'zh-tw'],
    ['no region of a language with q=0', 'de;q=0, *;q=0.1', ['de-ch', 'fr'], 'fr'],
    ['the first available language for *', '*', ['fr', 'en'], 'fr'],
    ['no language that only has the same prefix', 'den', ['de'], null],
    ['no language if none is available', 'nl', ['de'], null],
    ['no language for an empty header', '', ['de'], null],
  ])('selects %s', (_, header, available, expected) => {
    expect(selectLanguage(header, available)).toBe(expected)
  })
})
