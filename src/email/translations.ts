import { describeValue } from '../base/describe-value.js'
import { isRecord } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'
import type { EmailTranslations, Translations } from '../types/translations.js'

/** The English texts of a sign-in email. */
export const englishEmailTranslations: Translations['email'] = {
  subject: 'Sign in to {host}',
  heading: 'Sign in to {host}',
  button: 'Sign in',
  linkLabel: 'Or copy this link into your browser:',
  codeLabel: 'Enter this code in the browser where you requested it:',
  expiry: 'Expires in {time}. Can be used once.',
  ignore: 'If you didn’t request this email, you can ignore it.',
}

/** Returns the email texts of a language. */
export function toEmailTranslations({
  lang,
  dir,
  email,
}: Pick<Translations, 'lang' | 'dir' | 'email'>): EmailTranslations {
  return { lang, dir, ...email }
}

const englishTranslations = /* @__PURE__ */ toEmailTranslations({
  lang: 'en',
  dir: 'ltr',
  email: englishEmailTranslations,
})

/**
 * Merges email texts, the last ones first. A text that is absent everywhere is English.
 *
 * @param sources what an app returned, or undefined
 * @throws InvalidConfig if a source is not an object, or a text is not text
 */
export function mergeEmailTexts(...sources: readonly unknown[]): EmailTranslations {
  return sources.reduce<EmailTranslations>(addTexts, englishTranslations)
}

function addTexts(base: EmailTranslations, source: unknown): EmailTranslations {
  if (source === undefined || source === null) return base
  if (!isRecord(source) || source instanceof Promise)
    throw new InvalidConfig(
      `The \`translations\` of an email are ${describeValue(source)}. Use an object with texts, such as \`{ subject: 'Sign in' }\`.`,
    )
  const texts = Object.keys(base)
    .map(name => [name, source[name]] as const)
    .filter(([, text]) => text !== undefined && text !== null)
  for (const [name, text] of texts) assertText(name, text)
  return { ...base, ...Object.fromEntries(texts) }
}

function assertText(name: string, text: unknown): void {
  if (typeof text === 'string') return
  throw new InvalidConfig(
    `The text \`${name}\` of an email is ${describeValue(text)}. Use text in \`translations\`, or leave it out.`,
  )
}
