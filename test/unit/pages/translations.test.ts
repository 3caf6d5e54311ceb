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

/** Creates built-in translations of which German cannot be loaded while the network is down. */
function createSources() {
  const network = { isDown: true, requests: 0 }
  const loggedMessages: string[] = []
  const en = () => english
  const de = async () => {
    network.requests++
    if (network.isDown) throw new Error('Failed to fetch dynamically imported module')
    return german
  }
  const loaders = { en, de, fr: en, es: en, pt: en, ja: en, zh: en, ar: en }
  const logger = { error: ({ message }: Error) => void loggedMessages.push(message) }
  return { network, loggedMessages, loaders, logger }
}

test('a language that cannot be loaded falls back to English with the translations of the app, and is logged', async () => {
  const { loggedMessages, ...sources } = createSources()
  const getTranslations = createTranslationResolver({ translations: { en: { logoAlt: 'Acme' } } }, sources)
  expect(await getTranslations(createRequest('de'))).toMatchObject({
    lang: 'en',
    dir: 'ltr',
    logoAlt: 'Acme',
  })
  expect(loggedMessages).toEqual(['Failed to fetch dynamically imported module'])
})

test('a language that cannot be loaded is loaded again for the next request, and then cached', async () => {
  const { network, ...sources } = createSources()
  const getTranslations = createTranslationResolver({}, sources)
  const readLanguages = async () =>
    (await Promise.all([getTranslations(createRequest('de')), getTranslations(createRequest('de'))])).map(
      getLang,
    )
  expect(await readLanguages()).toEqual(['en', 'en'])
  network.isDown = false
  expect(await readLanguages()).toEqual(['de', 'de'])
  expect(await readLanguages()).toEqual(['de', 'de'])
  expect(network.requests).toBe(2)
})

test('a region of a language that cannot be loaded falls back to English', async () => {
  const getTranslations = createTranslationResolver(
    { translations: { 'de-CH': { logoAlt: 'Logo, oder?' } } },
    createSources(),
  )
  expect(await getTranslations(createRequest('de-CH'))).toMatchObject({ lang: 'en', logoAlt: 'Logo' })
})

test('a configured language that the bundle leaves out is English, and is logged once with the fix', async () => {
  const loggedMessages: string[] = []
  const logger = { error: ({ message }: Error) => void loggedMessages.push(message) }
  const translations = { sv: { logoAlt: 'Logotyp' } }
  const getTranslations = createTranslationResolver(
    { locales: ['de', 'sv'], translations },
    { loaders: { en: () => english }, logger },
  )
  expect((await getTranslations(createRequest('de'))).lang).toBe('en')
  expect((await getTranslations(createRequest('de'))).lang).toBe('en')
  expect(await getTranslations(createRequest('sv'))).toMatchObject({ lang: 'sv', logoAlt: 'Logotyp' })
  expect(loggedMessages).toEqual([expect.stringContaining('`locales` contains "de"')])
  expect(loggedMessages.join()).toContain('latchkey-english')
})

test('without `locales`, a language that the bundle leaves out is not selected', async () => {
  const sources = {
    loaders: { en: () => english },
    logger: { error: (error: Error) => expect.fail(error.message) },
  }
  const getTranslations = createTranslationResolver({ translations: { sv: {} } }, sources)
  expect((await getTranslations(createRequest('de, sv;q=0.5'))).lang).toBe('sv')
  expect((await getTranslations(createRequest('de'))).lang).toBe('en')
})

function getLang({ lang }: Translations): string {
  return lang
}
