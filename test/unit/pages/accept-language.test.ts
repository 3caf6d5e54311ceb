import { describe, expect, test } from 'vitest'
import { expandLanguageTag } from '../../../src/config/locales.js'
import { selectLanguage } from '../../../src/pages/accept-language.js'

describe('the lookup of RFC 4647 section 3.4', () => {
  test('shortens a tag from its end, a single letter together with what follows it', () => {
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
    ['the language where the variety is not offered', 'de-AT', ['de', 'de-ch'], 'de'],
    ['a variety where that is all there is', 'pt', ['en', 'pt-br'], 'pt-br'],
    ['another variety before another language', 'pt-PT, en;q=0.5', ['en', 'pt-br'], 'pt-br'],
    ['the script that was asked for', 'zh-TW, zh-Hant;q=0.9', ['zh-hans', 'zh-hant', 'zh-tw'], 'zh-tw'],
    ['not a variety of what is refused', 'de;q=0, *;q=0.1', ['de-ch', 'fr'], 'fr'],
    ['the first offered for anything', '*', ['fr', 'en'], 'fr'],
    ['no language that only begins alike', 'den', ['de'], null],
    ['none of these', 'nl', ['de'], null],
    ['nothing', '', ['de'], null],
  ])('finds %s', (_, header, offered, found) => {
    expect(selectLanguage(header, offered)).toBe(found)
  })
})
