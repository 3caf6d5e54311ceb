import { toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { builtInLocales } from '../../../src/config/locales.js'
import { english } from '../../../src/pages/locales/en.js'
import { createTranslationResolver } from '../../../src/pages/translations.js'

/** Returns all translations by their path, such as `signIn.errors.Signin`. */
function listTexts(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? listTexts(value, `${path}${key}.`)
      : [[path + key, String(value)] as [string, string]],
  )
}

const listPlaceholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
const expected = new Map(listTexts(english))

describe.each(builtInLocales)('the translations of %s', locale => {
  const loadTranslations = () =>
    createTranslationResolver({ locales: [locale] })({
      query: {},
      head: toRequestHead(new Request('https://app.example')),
    })

  test('are complete and have the placeholders of the English ones', async () => {
    const texts = listTexts(await loadTranslations())
    expect(texts.map(([path]) => path).sort()).toEqual([...expected.keys()].sort())
    for (const [path, text] of texts) {
      expect(text.trim(), path).toBe(text)
      expect(text, path).not.toBe('')
      expect(listPlaceholders(text), path).toEqual(listPlaceholders(expected.get(path) ?? ''))
    }
  })

  test('have no straight quotes and end with a period where required', async () => {
    for (const [path, text] of listTexts(await loadTranslations())) {
      expect(text, path).not.toMatch(/['"]/)
      if (/\.(?:message|hint|validity|ignore|failed|unsupported)$|errors\.\w+$|otherError$/.test(path))
        expect(text, path).toMatch(/[.。]$/)
    }
  })
})

/** Words to avoid: informal forms of address, and in Arabic and Portuguese forms of one gender or country. */
const wordsToAvoid: Readonly<Record<string, readonly string[]>> = {
  de: ['du', 'dich', 'dir', 'dein', 'deine', 'deinen', 'Versuche', 'Melde', 'Prüfe', 'Gib', 'Tippe'],
  fr: ['tu', 'te', 'toi', 'ton', 'tes', 'ta', 'Réessaie', 'Vérifie', 'Connecte'],
  es: ['tú', 'te', 'tu', 'tus', 'Inténtalo', 'inicia sesión', 'Comprueba', 'Revisa', 'Escríbelo'],
  pt: ['você', 'tu', 'te', 'teu', 'tua', 'Entrar', 'acessar', 'Introduza-o', 'registro', 'registo', 'já não'],
  zh: ['你'],
  ar: ['حاول', 'سجّل', 'أدخل', 'تحقق', 'تريد', 'تدير', 'أدخلي', 'حاولي'],
}

test.each(Object.entries(wordsToAvoid))(
  'the translations of %s use a consistent form of address',
  async (tag, words) => {
    const request = { query: {}, head: toRequestHead(new Request('https://app.example')) }
    const letterClass = tag === 'zh' ? '' : '\\p{L}'
    const pattern = new RegExp(`(?<![${letterClass}])(?:${words.join('|')})(?![${letterClass}])`, 'u')
    for (const [path, text] of listTexts(await createTranslationResolver({ locales: [tag] })(request)))
      expect(text, path).not.toMatch(pattern)
  },
)
