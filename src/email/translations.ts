import type { EmailTranslations, Translations } from '../types/translations.js'

/** The words of a sign-in mail in English. */
export const englishEmail: Translations['email'] = {
  subject: 'Sign in to {host}',
  heading: 'Sign in to {host}',
  button: 'Sign in',
  linkLabel: 'Or copy this address into your browser:',
  codeLabel: 'Type this code where you asked for it:',
  expiry: 'It works once, and for {time}.',
  ignore: 'If you didn’t ask for this email, you can ignore it.',
}

/** The words of a mail out of all the words of a language. */
export function toEmailTranslations({
  lang,
  dir,
  email,
}: Pick<Translations, 'lang' | 'dir' | 'email'>): EmailTranslations {
  return { lang, dir, ...email }
}
