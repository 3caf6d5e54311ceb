import { englishEmail } from '../../email/translations.js'
import type { Translations } from '../../types/translations.js'

const tryAnother = 'Try again, or use a different account.'

/** The words of the built-in pages in English. */
export const english: Translations = {
  lang: 'en',
  dir: 'ltr',
  logoAlt: 'Logo',
  signIn: {
    title: 'Sign In',
    heading: 'Sign in',
    subtitle: 'to continue to {host}',
    button: 'Sign in with {name}',
    submitButton: 'Sign in',
    emailButton: 'Sign in with email',
    emailLabel: 'Email address',
    emailPlaceholder: 'email@example.com',
    separator: 'or',
    passkey: {
      button: 'Sign in with a passkey',
      createButton: 'Create a passkey',
      unsupported: 'Passkeys need JavaScript and a browser that knows them.',
      failed: 'Your passkey wasn’t confirmed. Try again, or sign in another way.',
    },
    noProviders: {
      heading: 'No sign-in method is configured',
      message:
        'Add at least one to {providers} in your configuration. A credentials provider shows up here once it has {credentials} fields.',
    },
    errors: {
      Signin: `You could not be signed in. ${tryAnother}`,
      OAuthSignin: `That service could not be reached. ${tryAnother}`,
      OAuthCallbackError: `The sign-in was cancelled or did not go through. ${tryAnother}`,
      OAuthCreateAccount: `Your account could not be created. ${tryAnother}`,
      EmailCreateAccount: `Your account could not be created. ${tryAnother}`,
      Callback: `Something went wrong on the way back from that service. ${tryAnother}`,
      OAuthAccountNotLinked: 'To confirm that it’s you, sign in with the account you used originally.',
      AccountNotLinked:
        'This passkey can’t be used for that account. Sign in the way you did originally, then add it.',
      EmailSignin: 'The email could not be sent. Check the address and try again.',
      CredentialsSignin: 'Those details don’t match. Check them and try again.',
      SessionRequired: 'Please sign in to see that page.',
      MissingCSRF:
        'We couldn’t confirm that this request came from you. Please try again; if it keeps happening, allow cookies for this site.',
    },
    otherError: 'You could not be signed in. Please try again.',
  },
  signOut: {
    title: 'Sign Out',
    heading: 'Sign out',
    question: 'Are you sure you want to sign out of {host}?',
    button: 'Sign out',
    cancel: 'Stay signed in',
  },
  verifyRequest: {
    title: 'Verify Request',
    heading: 'Check your email',
    message: 'A sign-in link has been sent to your email address.',
    hint: 'It can take a minute. If nothing arrives, look in your spam folder.',
    backToSite: 'Back to {host}',
    codeMessage: 'We’ve sent a code to your email address. Type it here, in this browser.',
    codeLabel: 'Code',
    codeButton: 'Sign in',
    codeError: 'That code is wrong. Check it and try again.',
  },
  confirm: {
    title: 'Confirm Sign In',
    heading: 'Finish signing in',
    question: 'This link signs you in to {host}. If you didn’t ask for it, leave this page.',
    button: 'Sign in',
    cancel: 'I didn’t ask for this',
  },
  email: englishEmail,
  error: {
    title: 'Error',
    button: 'Sign in',
    backToSite: 'Back to {host}',
    devNotice: 'Only shown in development',
    errors: {
      Configuration: {
        heading: 'Something went wrong on our side',
        message:
          'Please try again in a little while. If you run this site, the server log says what happened.',
      },
      AccessDenied: {
        heading: 'Access denied',
        message: 'You don’t have permission to sign in here. If you have another account, try that one.',
      },
      Verification: {
        heading: 'This link or code no longer works',
        message:
          'It has been used already, it has expired, or it was typed wrong too often. Sign in again to get a new one.',
      },
      WebAuthnVerificationError: {
        heading: 'Your passkey wasn’t confirmed',
        message: 'Nothing has changed. Try again, or sign in another way.',
      },
    },
    otherError: {
      heading: 'Error',
      message: 'Something went wrong. Please go back and start again.',
    },
  },
}
