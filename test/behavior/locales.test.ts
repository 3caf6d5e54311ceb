import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { type AppSetup, createTestApp, origin } from '../support/app.js'
import { expectCpuTime } from '../support/cpu-time.js'

/** The page for a browser with this Accept-Language header. */
async function renderPage(accept: string | null, path = '/auth/signin', more: AppSetup = {}) {
  const headers = accept === null ? {} : { 'accept-language': accept }
  const response = await createTestApp(more).answer(new Request(origin + path, { headers }))
  const body = await response.text()
  const [, lang, dir] = /<html lang="([^"]*)" dir="([^"]*)">/.exec(body) ?? []
  const heading = /<h1>([^<]*)<\/h1>/.exec(body)?.[1]
  return { response, body, lang, dir, heading }
}

const getPageLang = async (accept: string | null, more: AppSetup = {}) =>
  (await renderPage(accept, '/auth/signin', more)).lang

describe('the language of the built-in pages', () => {
  test.each([
    ['en', 'ltr', 'Sign in'],
    ['de', 'ltr', 'Anmelden'],
    ['fr', 'ltr', 'Connexion'],
    ['es', 'ltr', 'Iniciar sesión'],
    ['pt', 'ltr', 'Iniciar sessão'],
    ['ja', 'ltr', 'サインイン'],
    ['zh-Hans', 'ltr', '登录'],
    ['ar', 'rtl', 'تسجيل الدخول'],
  ])('%s, direction %s, is built in', async (lang, dir, heading) => {
    expect(await renderPage(lang)).toMatchObject({ lang, dir, heading })
  })

  test.each([
    '/auth/signin',
    '/auth/signout',
    '/auth/verify-request',
    '/auth/error',
    '/auth/error?error=AccessDenied',
  ])('%s is translated, with the headers Content-Language and Vary', async path => {
    const { response, lang } = await renderPage('de', path)
    expect(lang).toBe('de')
    expect(response.headers.get('content-language')).toBe('de')
    expect(response.headers.get('vary')).toBe('Accept-Language')
  })

  test('the page of an invalid configuration is translated', async () => {
    const { response, lang, heading } = await renderPage('de', '/auth/signin', { trustHost: false })
    expect(response.status).toBe(500)
    expect({ lang, heading }).toEqual({ lang: 'de', heading: 'Auf unserer Seite ist ein Fehler aufgetreten' })
  })
})

describe('the texts of a passkey form', () => {
  const passkeys: AppSetup = {
    providers: [Passkey()],
    adapter: MemoryAdapter(),
  }

  test('are translated', async () => {
    const { body } = await renderPage('es', '/auth/signin', passkeys)
    for (const text of ['Iniciar sesión con una llave de acceso', 'Crear una llave de acceso'])
      expect(body).toContain(`<span>${text}</span>`)
    expect(body).toContain('<p>No se confirmó su llave de acceso.')
    expect(body).toContain('Las llaves de acceso necesitan JavaScript')
  })

  test('can be replaced, and other texts stay', async () => {
    const texts: AppSetup['translations'] = { de: { signIn: { passkey: { button: 'Mit Fingerabdruck' } } } }
    const { body } = await renderPage('de', '/auth/signin', { ...passkeys, translations: texts })
    expect(body).toContain('<span>Mit Fingerabdruck</span>')
    expect(body).toContain('<span>Passkey erstellen</span>')
  })
})

describe('Accept-Language, RFC 9110 section 12.5.4', () => {
  test.each([
    ['the first of several', 'fr, de', 'fr'],
    ['the one with the highest weight', 'fr;q=0.5, de;q=0.8, es;q=0.7', 'de'],
    ['no weight is the highest', 'fr;q=0.9, de', 'de'],
    ['white space is ignored', ' fr ; q=0.5 ,\tde ;q=0.8', 'de'],
    ['case is ignored', 'DE-at', 'de'],
    ['an unsupported language is skipped', 'nl, sv;q=0.9, es;q=0.1', 'es'],
    ['a region', 'pt-BR', 'pt'],
    ['another region', 'ar-EG,en;q=0.5', 'ar'],
    ['a script', 'zh-Hans-CN', 'zh-Hans'],
    ['a region of Chinese', 'zh-TW', 'zh-Hans'],
    ['an extension', 'de-DE-u-co-phonebk', 'de'],
    ['what a browser sends', 'de-CH,de;q=0.9,en-US;q=0.8,en;q=0.7', 'de'],
    ['a wildcard', '*', 'en'],
    ['a wildcard without English', 'en;q=0, *', 'de'],
    ['a wildcard after named languages', 'fr;q=0.1, *;q=0.5', 'en'],
    ['a language with weight 0', 'de;q=0, fr;q=0.1', 'fr'],
    ['a wildcard with weight 0', '*;q=0', 'en'],
    ['a word that begins like a tag', 'deutsch, fr', 'fr'],
    ['only unsupported languages', 'nl, xx', 'en'],
    ['an empty header', '', 'en'],
    ['no header', null, 'en'],
    ['garbage', ';;q=,,=%00"><script>, q=1', 'en'],
    ['an invalid weight', 'de;q=2, fr;q=abc, es;q=0.3', 'es'],
    ['names of object properties', 'constructor, __proto__', 'en'],
  ])('%s', async (_, accept, lang) => {
    expect(await getPageLang(accept)).toBe(lang)
  })

  test('a header of 10,000 characters is fast, and only its start is read', async () => {
    expect(await getPageLang(`de, ${'x,'.repeat(5_000)}`)).toBe('de')
    expect(await getPageLang(`${'x,'.repeat(5_000)} de`)).toBe('en')
    await expectCpuTime(500, async () => {
      await getPageLang('a-'.repeat(5_000))
      await getPageLang(`de${' '.repeat(10_000)};q`)
    })
  })

  test('`ui_locales` in the query takes precedence', async () => {
    expect((await renderPage('de', '/auth/signin?ui_locales=nl%20fr-CA')).lang).toBe('fr')
    expect((await renderPage('de', '/auth/signin?ui_locales=nl')).lang).toBe('de')
  })
})

describe('`locales` and `translations`', () => {
  test('a single locale is used for all visitors', async () => {
    expect(await getPageLang('fr', { locales: ['de'] })).toBe('de')
    expect(await getPageLang(null, { locales: ['de'] })).toBe('de')
  })

  test('the first of several locales is the default', async () => {
    const languages = ['es', 'pt-BR']
    expect(await getPageLang('pt', { locales: languages })).toBe('pt')
    expect(await getPageLang('de, en', { locales: languages })).toBe('es')
  })

  test('a single text can be replaced', async () => {
    const texts = { en: { signIn: { heading: 'Welcome <back>' } } }
    const { body, lang } = await renderPage('en', '/auth/signin', { translations: texts })
    expect(lang).toBe('en')
    expect(body).toContain('<h1>Welcome &lt;back&gt;</h1>')
    expect(body).toContain('<title>Welcome &lt;back&gt; · app.example</title>')
    expect((await renderPage('de', '/auth/signin', { translations: texts })).heading).toBe('Anmelden')
  })

  test('an error of the app can have a text', async () => {
    const texts = { en: { signIn: { errors: { Closed: 'We are closed today.' } } } }
    expect((await renderPage('en', '/auth/signin?error=Closed', { translations: texts })).body).toContain(
      'We are closed today.',
    )
  })

  test('a language that is not built in can be added, with English as fallback', async () => {
    const texts = { nl: { signIn: { heading: 'Inloggen' } } }
    const dutch = await renderPage('nl-BE', '/auth/signin', { translations: texts })
    expect(dutch).toMatchObject({ lang: 'nl', dir: 'ltr', heading: 'Inloggen' })
    expect(dutch.body).toContain('<title>Inloggen · app.example</title>')
    expect(dutch.body).toContain('to continue to')
  })

  test('a regional variant falls back to its language', async () => {
    const texts = { 'de-CH': { signOut: { question: 'Bei {host} abmelden?' } } }
    const swiss = await renderPage('de-CH', '/auth/signout', { translations: texts })
    expect(swiss).toMatchObject({ lang: 'de-CH', heading: 'Abmelden' })
    expect(swiss.body).toContain('Bei <bdi>app.example</bdi> abmelden?')
    expect((await renderPage('de-AT', '/auth/signout', { translations: texts })).lang).toBe('de')
  })

  test.each([
    ['he', 'rtl'],
    ['az-Arab', 'rtl'],
    ['ur-Latn', 'ltr'],
    ['nl', 'ltr'],
  ])('%s has direction %s', async (tag, dir) => {
    expect((await renderPage(tag, '/auth/signin', { translations: { [tag]: {} } })).dir).toBe(dir)
  })

  test('the direction can be set', async () => {
    expect((await renderPage('xx', '/auth/signin', { translations: { xx: { dir: 'rtl' } } })).dir).toBe('rtl')
  })

  test.each([
    [{ locales: ['nl'] }, /`locales` contains "nl".*`translations`.*Built in: en, de/],
    [{ locales: [] }, /`locales` must be an array/],
    [{ translations: { 'not a tag': {} } }, /`translations`.*Invalid entry: "not a tag"/],
    [{ translations: { de: null } }, /`translations`.*Invalid entry: "de"/],
    [{ translations: null }, /`translations` must be an object/],
  ])('%j is rejected as an invalid configuration', async (more, message) => {
    const { log, answer } = createTestApp(more as AppSetup)
    expect((await answer(new Request(`${origin}/auth/signin`))).status).toBe(500)
    expect(log.errors[0]?.message).toMatch(message)
  })
})
