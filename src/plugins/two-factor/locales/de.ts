import type { TwoFactorTexts } from './texts.js'

/** The German texts. */
export const german: TwoFactorTexts = {
  verify: {
    title: 'Bestätigen Sie, dass Sie es sind',
    account: 'Konto: {account}',
    codeMessage: 'Geben Sie den Code aus Ihrer Authenticator-App ein.',
    codeLabel: 'Code',
    recoveryMessage:
      'Geben Sie einen der Wiederherstellungscodes ein, die Sie gespeichert haben. Jeder gilt einmal.',
    recoveryLabel: 'Wiederherstellungscode',
    passkeyMessage: 'Verwenden Sie Ihren Passkey oder Sicherheitsschlüssel.',
    button: 'Weiter',
    passkeyButton: 'Passkey verwenden',
    passkeyUnsupported: 'Passkeys brauchen JavaScript und einen Browser, der sie unterstützt.',
    remember: 'Auf diesem Gerät {days} Tage lang nicht mehr fragen',
    useCode: 'Authenticator-App verwenden',
    useRecoveryCode: 'Wiederherstellungscode verwenden',
    usePasskey: 'Passkey verwenden',
  },
  enroll: {
    title: 'Authenticator-App einrichten',
    message:
      'Scannen Sie den QR-Code mit Ihrer Authenticator-App. Geben Sie dann den Code ein, den die App anzeigt.',
    requiredMessage: 'Ihr Konto braucht die Zwei-Faktor-Authentifizierung.',
    qrCode: 'QR-Code für Ihre Authenticator-App',
    openApp: 'In einer App auf diesem Gerät öffnen',
    secretLabel: 'Wenn Sie ihn nicht scannen können, geben Sie diesen Schlüssel ein:',
    codeLabel: 'Code',
    button: 'Einschalten',
  },
  recoveryCodes: {
    title: 'Wiederherstellungscodes speichern',
    message:
      'Wenn Sie Ihr Gerät verlieren, können Sie sich mit einem dieser Codes anmelden. Jeder gilt einmal. Sie werden nicht noch einmal angezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    download: 'Herunterladen',
    print: 'Drucken',
    button: 'Ich habe sie gespeichert',
  },
  manage: {
    title: 'Zwei-Faktor-Authentifizierung',
    off: 'Es ist keine Authenticator-App eingerichtet.',
    on: 'Eine Authenticator-App ist eingerichtet.',
    disabled: 'Codes Ihrer App sind nach zu vielen falschen abgeschaltet. Richten Sie die App neu ein.',
    recoveryCodes: 'Unbenutzte Wiederherstellungscodes: {count}',
    devices: 'Geräte, die nicht gefragt werden: {count}',
    enable: 'Authenticator-App einrichten',
    replace: 'App ersetzen',
    newRecoveryCodes: 'Neue Wiederherstellungscodes erstellen',
    forgetDevices: 'Auf allen Geräten fragen',
    remove: 'Ausschalten',
    removeTitle: 'Zwei-Faktor-Authentifizierung ausschalten?',
    removeMessage: 'Sie melden sich dann ohne Code an, und Ihre Wiederherstellungscodes werden ungültig.',
    cancel: 'Abbrechen',
    back: 'Zurück zu {host}',
  },
  errors: {
    'wrong-code':
      'Der Code ist nicht richtig oder wurde schon verwendet. Warten Sie auf den nächsten und versuchen Sie es noch einmal.',
    'wrong-passkey':
      'Ihr Passkey wurde nicht bestätigt. Versuchen Sie es noch einmal oder verwenden Sie eine andere Methode.',
    'too-many-attempts':
      'Es gab zu viele Versuche. Verwenden Sie eine andere Methode oder versuchen Sie es später noch einmal.',
    'method-disabled':
      'Diese Methode ist nach zu vielen falschen Codes abgeschaltet. Verwenden Sie eine andere.',
    'no-such-method': 'Diese Methode ist nicht eingerichtet. Verwenden Sie eine andere.',
    'enrollment-expired': 'Die Zeit für den Code ist abgelaufen. Scannen Sie den neuen QR-Code.',
    'second-factor-required': 'Bestätigen Sie zuerst, dass Sie es sind.',
    required:
      'Ihr Konto braucht die Zwei-Faktor-Authentifizierung. Deshalb kann sie nicht ausgeschaltet werden.',
  },
  notice: {
    subject: 'Ihre Anmeldung bei {host} wurde geändert',
    changes: {
      enabled: 'Für Ihr Konto bei {host} wurde eine Authenticator-App eingerichtet.',
      replaced: 'Die Authenticator-App Ihres Kontos bei {host} wurde ersetzt.',
      removed: 'Die Authenticator-App Ihres Kontos bei {host} wurde entfernt.',
      'recovery-codes-created':
        'Für Ihr Konto bei {host} wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.',
      'recovery-code-used': 'Ein Wiederherstellungscode wurde für die Anmeldung bei {host} verwendet.',
      'devices-forgotten': 'Ihr Konto bei {host} fragt wieder auf allen Geräten nach dem zweiten Schritt.',
      'wrong-codes':
        'Für Ihr Konto bei {host} wurden nacheinander zehn falsche Codes eingegeben. Eine andere Person kennt möglicherweise Ihr Passwort.',
    },
    warning:
      'Wenn Sie das nicht waren, prüfen Sie jetzt Ihr Konto: {url}. Ändern Sie dann Ihr Passwort und wenden Sie sich an {host}.',
  },
}
