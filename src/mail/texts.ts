import type { MailTexts, Texts } from '../types/texts.js'

/** The words of a sign-in mail in English. */
export const englishMail: Texts['mail'] = {
  subject: 'Sign in to {host}',
  heading: 'Sign in to {host}',
  button: 'Sign in',
  address: 'Or copy this address into your browser:',
  code: 'Type this code where you asked for it:',
  validity: 'It works once, and for {time}.',
  ignore: 'If you didn’t ask for this email, you can ignore it.',
}

/** The words of a mail out of all the words of a language. */
export function mailTexts({ lang, dir, mail }: Pick<Texts, 'lang' | 'dir' | 'mail'>): MailTexts {
  return { lang, dir, ...mail }
}
