/** The words of a sign-in mail. `{host}` stands for the site, `{minutes}` for how long the link or code is good. */
export interface MailTexts {
  /** A BCP 47 tag. */
  lang: string
  dir: 'ltr' | 'rtl'
  subject: string
  heading: string
  button: string
  /** Above the link as text. */
  address: string
  /** Above the code. */
  code: string
  validity: string
  ignore: string
}

/** In English. */
export const english: Readonly<MailTexts> = {
  lang: 'en',
  dir: 'ltr',
  subject: 'Sign in to {host}',
  heading: 'Sign in to {host}',
  button: 'Sign in',
  address: 'Or copy this address into your browser:',
  code: 'Type this code where you asked for it:',
  validity: 'It works once, and for {minutes} minutes.',
  ignore: 'If you didn’t ask for this email, you can ignore it.',
}
