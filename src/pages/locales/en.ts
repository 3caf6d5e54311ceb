import { englishEmailTranslations } from '../../email/translations.js'
import type { Translations } from '../../types/translations.js'

const tryAnother = 'Try again, or use a different account.'

/** The English texts of the built-in pages. */
export const english: Translations = {
  lang: 'en',
  dir: 'ltr',
  logoAlt: 'Logo',
  signIn: {
    heading: 'Sign in',
    subtitle: 'to continue to {host}',
    button: 'Sign in with {name}',
    submitButton: 'Sign in',
    emailButton: 'Sign in with email',
    emailLabel: 'Email address',
    emailPlaceholder: 'email@example.com',
    identifierLabel: 'Email address or user name',
    continueButton: 'Continue',
    anotherIdentifier: 'Use another address',
    emailLinkButton: 'Email me a sign-in link',
    emailCodeButton: 'Email me a sign-in code',
    showPassword: 'Show password',
    lastUsed: 'Last used',
    signedIn: 'You’re already signed in.',
    anotherAccount: 'Use another account',
    addMethod: 'or add a way to sign in',
    separator: 'or',
    passkey: {
      button: 'Sign in with a passkey',
      createButton: 'Create a passkey',
      unsupported: 'Passkeys need JavaScript and a browser that supports them.',
      failed: 'Your passkey wasn’t confirmed. Try again, or sign in another way.',
    },
    noProviders: {
      heading: 'No sign-in method is configured',
      message:
        'Add at least one provider to {providers} in your configuration. A credentials provider appears here when it has {credentials} fields.',
    },
    errors: {
      Signin: `You could not be signed in. ${tryAnother}`,
      OAuthSignin: `That service could not be reached. ${tryAnother}`,
      OAuthCallbackError: `The sign-in was canceled, has expired or was not completed. ${tryAnother}`,
      OAuthCreateAccount: `Your account could not be created. ${tryAnother}`,
      EmailCreateAccount: `Your account could not be created. ${tryAnother}`,
      Callback: `Something went wrong after you returned from that service. ${tryAnother}`,
      OAuthAccountNotLinked: 'To confirm that it’s you, sign in with the account you used originally.',
      AccountNotLinked:
        'This passkey can’t be used for that account. Sign in with the method you used originally, then add the passkey.',
      InvalidIdentifier: 'This is not a complete email address. Check it and try again.',
      EmailSignin: 'The email could not be sent. Check the email address and try again.',
      CredentialsSignin: 'The details are incorrect. Check them and try again.',
      SessionRequired: 'Please sign in to view that page.',
      MissingCSRF:
        'We couldn’t confirm that this request came from you. Please try again. If the problem persists, allow cookies for this site.',
    },
    otherError: 'You could not be signed in. Please try again.',
  },
  accountExists: {
    methods: 'You already have an account with this email address. Sign in with {methods}.',
    emailed:
      'To confirm that it’s you, sign in with the account you used originally. We’ve sent you an email that says how.',
    emailHeading: 'How to sign in to {host}',
    emailMessage:
      'A sign-in with {provider} used your email address. You already have an account at {host}. Sign in with {methods}.',
  },
  signOut: {
    heading: 'Sign out',
    question: 'Are you sure you want to sign out of {host}?',
    button: 'Sign out',
    cancel: 'Stay signed in',
  },
  stepUp: {
    heading: 'Confirm that it’s you',
    signedInAs: 'You’re signed in as {name}.',
    needsRecentSignIn: 'To protect your account, this page needs a recent sign-in.',
    needsAnotherMethod: 'To protect your account, this page needs one more way to confirm that it’s you.',
    button: 'Continue with {name}',
    submitButton: 'Confirm',
    emailButton: 'Confirm by email',
    passkeyButton: 'Confirm with a passkey',
    tooWeak:
      'Your sign-in methods are not sufficient for this page. Add one of these to your account, then you return here.',
    connectButton: 'Connect {name}',
    signInAgain: 'None of your sign-in methods can confirm this now. Sign out, then sign in again.',
    unreachable:
      'Your account cannot open this page, because this app has no sign-in method that is sufficient. Please contact its support.',
    cancel: 'Cancel',
  },
  verifyRequest: {
    heading: 'Check your email',
    message: 'A sign-in link has been sent to your email address.',
    hint: 'The email can take a minute. If it doesn’t arrive, check your spam folder.',
    backToSite: 'Back to {host}',
    codeMessage: 'We’ve sent a code to your email address. Enter it here, in this browser.',
    codeLabel: 'Code',
    codeButton: 'Sign in',
    codeError: 'The code is incorrect. Check it and try again.',
    resendButton: 'Send again',
    resendWait: 'Send again in {seconds} s',
  },
  confirm: {
    heading: 'Finish signing in',
    question: 'This link signs you in to {host}. If you didn’t request it, close this page.',
    button: 'Sign in',
    cancel: 'I didn’t request this',
  },
  email: englishEmailTranslations,
  error: {
    button: 'Sign in',
    backToSite: 'Back to {host}',
    developmentOnly: 'Only shown in development',
    reference: 'Reference: {reference}',
    errors: {
      Configuration: {
        heading: 'Something went wrong on our side',
        message: 'Please try again later. If you run this site, check the server log for the cause.',
      },
      AccessDenied: {
        heading: 'Access denied',
        message: 'You don’t have permission to sign in here. If you have another account, try that one.',
      },
      UnknownAction: {
        heading: 'There is no such page',
        message: 'Check the address. To sign in, use the button.',
      },
      ImpersonationActive: {
        heading: 'You are acting as another user',
        message:
          'An administrator cannot change how a user signs in, confirm who they are, export their data or delete their account. Stop acting as the user first.',
      },
      StepUpFailed: {
        heading: 'We couldn’t confirm that it’s you',
        message:
          'You used a different account, or canceled, or the service didn’t ask you to sign in again. You’re still signed in as before. Go back and try again.',
      },
      Verification: {
        heading: 'This link or code no longer works',
        message:
          'It has been used, has expired, or was entered incorrectly too often. Sign in again to get a new one.',
      },
      ChangedLink: {
        heading: 'This link is not complete',
        message:
          'The link in the email was changed on its way. Copy the whole link from the email, or sign in again to get a new one.',
      },
      TooManyRequests: {
        heading: 'Too many attempts',
        message: 'Wait a few minutes, then try again. You can also sign in another way.',
      },
      WebAuthnVerificationError: {
        heading: 'Your passkey wasn’t confirmed',
        message: 'Nothing has changed. Try again, or sign in another way.',
      },
      UnknownCredential: {
        heading: 'This passkey no longer works here',
        message: 'Sign in another way. Then remove this passkey from your password manager.',
      },
    },
    otherError: {
      heading: 'Error',
      message: 'Something went wrong. Please go back and start again.',
    },
  },
}
