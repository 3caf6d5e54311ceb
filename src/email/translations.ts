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
