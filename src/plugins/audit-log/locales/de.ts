import type { AuditLogTexts } from './texts.js'

/** The German texts. */
export const german: AuditLogTexts = {
  language: 'de',
  title: 'Letzte Aktivitäten',
  none: 'Noch keine Aktivitäten.',
  device: '{browser} auf {system}',
  actions: {
    'sign-in': 'Angemeldet',
    'sign-in-failure': 'Anmeldung fehlgeschlagen',
    'sign-out': 'Abgemeldet',
    'user-created': 'Konto erstellt',
    'user-updated': 'E-Mail-Adresse bestätigt oder geändert',
    'account-linked': 'Konto verknüpft',
    'two-factor.enabled': 'Authenticator-App eingerichtet',
    'two-factor.replaced': 'Authenticator-App ersetzt',
    'two-factor.removed': 'Authenticator-App entfernt',
    'two-factor.recovery-codes-created': 'Neue Wiederherstellungscodes erstellt',
    'two-factor.recovery-code-used': 'Wiederherstellungscode benutzt',
    'two-factor.devices-forgotten': 'Zweiter Faktor wird wieder auf allen Geräten abgefragt',
    'two-factor.verification-failed': 'Zweiter Faktor nicht angenommen',
    'passwords.sign-up': 'Konto mit Passwort erstellt',
    'passwords.sign-in-failed': 'Falsches Passwort bei der Anmeldung',
    'passwords.confirmation-failed': 'Falsches Passwort eingegeben',
    'passwords.password-set': 'Passwort festgelegt',
    'passwords.password-changed': 'Passwort geändert',
    'passwords.password-reset': 'Passwort zurückgesetzt',
    'passwords.password-removed': 'Passwort entfernt',
    'passwords.password-change-required': 'Neues Passwort verlangt',
    'passwords.email-confirmed': 'E-Mail-Adresse bestätigt',
  },
  other: 'Aktivität: {action}',
}
