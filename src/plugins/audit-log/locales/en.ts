import type { AuditLogTexts } from './texts.js'

/** The English texts. */
export const english: AuditLogTexts = {
  language: 'en',
  title: 'Recent activity',
  none: 'No activity yet.',
  device: '{browser} on {system}',
  actions: {
    'sign-in': 'Signed in',
    'sign-in-failure': 'Sign-in failed',
    'sign-out': 'Signed out',
    'user-created': 'Account created',
    'user-updated': 'Email address confirmed or changed',
    'account-linked': 'Account linked',
    'two-factor.enabled': 'Authenticator app set up',
    'two-factor.replaced': 'Authenticator app replaced',
    'two-factor.removed': 'Authenticator app removed',
    'two-factor.recovery-codes-created': 'New recovery codes created',
    'two-factor.recovery-code-used': 'Recovery code used',
    'two-factor.devices-forgotten': 'Asking for the second factor on all devices again',
    'two-factor.verification-failed': 'Second factor not accepted',
    'passwords.sign-up': 'Account created with a password',
    'passwords.sign-in-failed': 'Wrong password entered at sign-in',
    'passwords.confirmation-failed': 'Wrong password entered',
    'passwords.password-set': 'Password set',
    'passwords.password-changed': 'Password changed',
    'passwords.password-reset': 'Password reset',
    'passwords.password-removed': 'Password removed',
    'passwords.password-change-required': 'New password required',
    'passwords.email-confirmed': 'Email address confirmed',
  },
  other: 'Activity: {action}',
}
