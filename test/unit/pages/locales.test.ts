import { toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { builtInLocales } from '../../../src/config/locales.js'
import { english } from '../../../src/pages/locales/en.js'
import { createTranslationResolver } from '../../../src/pages/translations.js'

/** Every text of a dictionary by its path, `signIn.errors.Signin`. */
function listTexts(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? listTexts(value, `${path}${key}.`)
      : [[path + key, String(value)] as [string, string]],
  )
}

const listPlaceholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
const expected = new Map(listTexts(english))

describe.each(builtInLocales)('the texts in %s', language => {
  const spoken = () =>
    createTranslationResolver({ locales: [language] })({
      query: {},
      head: toRequestHead(new Request('https://app.example')),
    })

  test('are all there, each one with the values of the English one', async () => {
    const texts = listTexts(await spoken())
    expect(texts.map(([path]) => path).sort()).toEqual([...expected.keys()].sort())
    for (const [path, text] of texts) {
      expect(text.trim(), path).toBe(text)
      expect(text, path).not.toBe('')
      expect(listPlaceholders(text), path).toEqual(listPlaceholders(expected.get(path) ?? ''))
    }
  })

  test('have no straight quotes, and end as sentences do', async () => {
    for (const [path, text] of listTexts(await spoken())) {
      expect(text, path).not.toMatch(/['"]/)
      if (/\.(?:message|hint|validity|ignore|failed|unsupported)$|errors\.\w+$|otherError$/.test(path))
        expect(text, path).toMatch(/[.。]$/)
    }
  })
})

/** How nobody is addressed: the familiar forms, and in Arabic and Portuguese those of one gender or one country. */
const unfit: Readonly<Record<string, readonly string[]>> = {
  de: ['du', 'dich', 'dir', 'dein', 'deine', 'deinen', 'Versuche', 'Melde', 'Prüfe', 'Gib', 'Tippe'],
  fr: ['tu', 'te', 'toi', 'ton', 'tes', 'ta', 'Réessaie', 'Vérifie', 'Connecte'],
  es: ['tú', 'te', 'tu', 'tus', 'Inténtalo', 'inicia sesión', 'Comprueba', 'Revisa', 'Escríbelo'],
  pt: ['você', 'tu', 'te', 'teu', 'tua', 'Entrar', 'acessar', 'Introduza-o', 'registro', 'registo', 'já não'],
  zh: ['你'],
  ar: ['حاول', 'سجّل', 'أدخل', 'تحقق', 'تريد', 'تدير', 'أدخلي', 'حاولي'],
}

test.each(Object.entries(unfit))(
  'in %s everybody is addressed in one and the same way',
  async (tag, words) => {
    const wish = { query: {}, head: toRequestHead(new Request('https://app.example')) }
    const letters = tag === 'zh' ? '' : '\\p{L}'
    const familiar = new RegExp(`(?<![${letters}])(?:${words.join('|')})(?![${letters}])`, 'u')
    for (const [path, text] of listTexts(await createTranslationResolver({ locales: [tag] })(wish)))
      expect(text, path).not.toMatch(familiar)
  },
)
