import { toRequestHead } from 'latchkey/server'
import { expect, test } from 'vitest'
import { german } from '../../../src/pages/locales/de.js'
import { english } from '../../../src/pages/locales/en.js'
import { createTranslationResolver } from '../../../src/pages/translations.js'
import type { Translations } from '../../../src/types/translations.js'

const createRequest = (language: string) => ({
  query: {},
  head: toRequestHead(new Request('https://app.example', { headers: { 'accept-language': language } })),
})

/** Built-in languages of which German cannot be loaded as long as the network is down. */
function createLibrary() {
  const net = { isDown: true, asked: 0 }
  const logged: string[] = []
  const en = () => english
  const de = async () => {
    net.asked++
    if (net.isDown) throw new Error('Failed to fetch dynamically imported module')
    return german
  }
  const loaders = { en, de, fr: en, es: en, pt: en, ja: en, zh: en, ar: en }
  const logger = { error: ({ message }: Error) => void logged.push(message) }
  return { net, logged, loaders, logger }
}

test('a language that cannot be loaded is told in English, in the words of the app, and in the log', async () => {
  const { logged, ...sources } = createLibrary()
  const textsFor = createTranslationResolver({ translations: { en: { logoAlt: 'Acme' } } }, sources)
  expect(await textsFor(createRequest('de'))).toMatchObject({ lang: 'en', dir: 'ltr', logoAlt: 'Acme' })
  expect(logged).toEqual(['Failed to fetch dynamically imported module'])
})

test('it is tried again for the next visitor, and then kept', async () => {
  const { net, ...sources } = createLibrary()
  const textsFor = createTranslationResolver({}, sources)
  const langs = async () =>
    (await Promise.all([textsFor(createRequest('de')), textsFor(createRequest('de'))])).map(getLang)
  expect(await langs()).toEqual(['en', 'en'])
  net.isDown = false
  expect(await langs()).toEqual(['de', 'de'])
  expect(await langs()).toEqual(['de', 'de'])
  expect(net.asked).toBe(2)
})

test('a variety of it, too', async () => {
  const textsFor = createTranslationResolver(
    { translations: { 'de-CH': { logoAlt: 'Logo, oder?' } } },
    createLibrary(),
  )
  expect(await textsFor(createRequest('de-CH'))).toMatchObject({ lang: 'en', logoAlt: 'Logo' })
})

function getLang({ lang }: Translations): string {
  return lang
}
