import type { Translations } from '../../types/translations.js'

const tryAnother = 'Versuchen Sie es noch einmal oder mit einem anderen Konto.'

/** The German texts of the built-in pages. */
export const german: Translations = {
  lang: 'de',
  dir: 'ltr',
  logoAlt: 'Logo',
  signIn: {
    heading: 'Anmelden',
    subtitle: 'weiter zu {host}',
    button: 'Mit {name} anmelden',
    submitButton: 'Anmelden',
    emailButton: 'Mit E-Mail anmelden',
    emailLabel: 'E-Mail-Adresse',
    emailPlaceholder: 'email@example.com',
    identifierLabel: 'E-Mail-Adresse oder Benutzername',
    continueButton: 'Weiter',
    anotherIdentifier: 'Andere Adresse verwenden',
    emailLinkButton: 'Anmeldelink per E-Mail senden',
    emailCodeButton: 'Anmeldecode per E-Mail senden',
    showPassword: 'Passwort anzeigen',
    lastUsed: 'Zuletzt verwendet',
    signedIn: 'Sie sind bereits angemeldet.',
    anotherAccount: 'Anderes Konto verwenden',
    addMethod: 'oder eine Anmeldemethode hinzufügen',
    separator: 'oder',
    passkey: {
      button: 'Mit Passkey anmelden',
      createButton: 'Passkey erstellen',
      unsupported: 'Passkeys brauchen JavaScript und einen Browser, der sie unterstützt.',
      failed:
        'Ihr Passkey wurde nicht bestätigt. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
    },
    noProviders: {
      heading: 'Es ist keine Anmeldung eingerichtet',
      message:
        'Fügen Sie in der Konfiguration mindestens einen Anbieter zu {providers} hinzu. Ein Anbieter mit Passwort erscheint hier, wenn er Felder in {credentials} hat.',
    },
    errors: {
      Signin: `Die Anmeldung ist fehlgeschlagen. ${tryAnother}`,
      OAuthSignin: `Der Dienst war nicht erreichbar. ${tryAnother}`,
      OAuthCallbackError: `Die Anmeldung wurde abgebrochen, ist abgelaufen oder wurde nicht abgeschlossen. ${tryAnother}`,
      OAuthCreateAccount: `Ihr Konto konnte nicht angelegt werden. ${tryAnother}`,
      EmailCreateAccount: `Ihr Konto konnte nicht angelegt werden. ${tryAnother}`,
      Callback: `Nach der Rückkehr vom Dienst ist ein Fehler aufgetreten. ${tryAnother}`,
      OAuthAccountNotLinked:
        'Melden Sie sich mit dem Konto an, das Sie ursprünglich verwendet haben, damit wir Sie sicher erkennen.',
      AccountNotLinked:
        'Dieser Passkey kann für dieses Konto nicht verwendet werden. Melden Sie sich wie ursprünglich an und fügen Sie den Passkey dann hinzu.',
      InvalidIdentifier:
        'Das ist keine vollständige E-Mail-Adresse. Prüfen Sie sie und versuchen Sie es noch einmal.',
      EmailSignin:
        'Die E-Mail konnte nicht gesendet werden. Prüfen Sie die E-Mail-Adresse und versuchen Sie es noch einmal.',
      CredentialsSignin: 'Die Angaben sind nicht korrekt. Prüfen Sie sie und versuchen Sie es noch einmal.',
      SessionRequired: 'Bitte melden Sie sich an, um diese Seite zu sehen.',
      MissingCSRF:
        'Wir konnten nicht feststellen, ob diese Anfrage von Ihnen kam. Versuchen Sie es noch einmal. Wenn das Problem weiterhin besteht, erlauben Sie Cookies für diese Website.',
    },
    otherError: 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
  },
  accountExists: {
    methods: 'Sie haben bereits ein Konto mit dieser E-Mail-Adresse. Melden Sie sich an mit: {methods}.',
    emailed:
      'Melden Sie sich zur Bestätigung mit dem Konto an, das Sie ursprünglich verwendet haben. Wie das geht, steht in einer E-Mail, die wir Ihnen gesendet haben.',
    emailHeading: 'So melden Sie sich bei {host} an',
    emailMessage:
      'Bei einer Anmeldung mit {provider} wurde Ihre E-Mail-Adresse verwendet. Sie haben bereits ein Konto bei {host}. Melden Sie sich an mit: {methods}.',
  },
  signOut: {
    heading: 'Abmelden',
    question: 'Möchten Sie sich von {host} abmelden?',
    button: 'Abmelden',
    cancel: 'Angemeldet bleiben',
  },
  stepUp: {
    heading: 'Bestätigen Sie, dass Sie es sind',
    signedInAs: 'Sie sind als {name} angemeldet.',
    needsRecentSignIn: 'Zum Schutz Ihres Kontos verlangt diese Seite eine aktuelle Anmeldung.',
    needsAnotherMethod:
      'Zum Schutz Ihres Kontos verlangt diese Seite eine weitere Bestätigung, dass Sie es sind.',
    button: 'Weiter mit {name}',
    submitButton: 'Bestätigen',
    emailButton: 'Per E-Mail bestätigen',
    passkeyButton: 'Mit einem Passkey bestätigen',
    tooWeak:
      'Ihre Anmeldemethoden reichen für diese Seite nicht aus. Fügen Sie Ihrem Konto eine der folgenden hinzu. Danach kehren Sie hierher zurück.',
    connectButton: '{name} verbinden',
    signInAgain:
      'Keine Ihrer Anmeldemethoden kann dies jetzt bestätigen. Melden Sie sich ab und dann erneut an.',
    unreachable:
      'Ihr Konto kann diese Seite nicht öffnen, weil diese App keine ausreichende Anmeldemethode anbietet. Bitte wenden Sie sich an den Support.',
    cancel: 'Abbrechen',
  },
  verifyRequest: {
    heading: 'Sehen Sie in Ihren E-Mails nach',
    message: 'Wir haben Ihnen per E-Mail einen Link zum Anmelden geschickt.',
    hint: 'Das kann eine Minute dauern. Wenn nichts ankommt, sehen Sie im Spam-Ordner nach.',
    backToSite: 'Zurück zu {host}',
    codeMessage: 'Wir haben Ihnen per E-Mail einen Code geschickt. Geben Sie ihn hier in diesem Browser ein.',
    codeLabel: 'Code',
    codeButton: 'Anmelden',
    codeError: 'Der Code ist nicht korrekt. Prüfen Sie ihn und versuchen Sie es noch einmal.',
    resendButton: 'Erneut senden',
    resendWait: 'Noch einmal senden in {seconds} s',
  },
  confirm: {
    heading: 'Anmeldung abschließen',
    question:
      'Mit diesem Link melden Sie sich bei {host} an. Wenn Sie ihn nicht angefordert haben, schließen Sie diese Seite.',
    button: 'Anmelden',
    cancel: 'Das habe ich nicht angefordert',
  },
  email: {
    subject: 'Anmeldung bei {host}',
    heading: 'Bei {host} anmelden',
    button: 'Anmelden',
    linkLabel: 'Oder kopieren Sie diesen Link in Ihren Browser:',
    codeLabel: 'Geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben:',
    expiry: 'Gilt {time} lang. Kann einmal verwendet werden.',
    ignore: 'Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren.',
  },
  error: {
    button: 'Anmelden',
    backToSite: 'Zurück zu {host}',
    developmentOnly: 'Nur während der Entwicklung sichtbar',
    reference: 'Referenz: {reference}',
    errors: {
      Configuration: {
        heading: 'Auf unserer Seite ist ein Fehler aufgetreten',
        message:
          'Bitte versuchen Sie es später noch einmal. Wenn Sie diese Website betreiben, finden Sie die Ursache im Protokoll des Servers.',
      },
      AccessDenied: {
        heading: 'Kein Zugang',
        message:
          'Sie dürfen sich hier nicht anmelden. Wenn Sie ein anderes Konto haben, versuchen Sie es damit.',
      },
      UnknownAction: {
        heading: 'Diese Seite gibt es nicht',
        message: 'Prüfen Sie die Adresse. Zum Anmelden verwenden Sie die Schaltfläche.',
      },
      ImpersonationActive: {
        heading: 'Sie handeln als ein anderer Benutzer',
        message:
          'Administratoren können nicht ändern, wie sich ein Benutzer anmeldet, nicht dessen Identität bestätigen, keine Daten exportieren und kein Konto löschen. Beenden Sie zuerst das Handeln als dieser Benutzer.',
      },
      StepUpFailed: {
        heading: 'Wir konnten nicht bestätigen, dass Sie es sind',
        message:
          'Sie haben ein anderes Konto verwendet oder abgebrochen, oder der Dienst hat keine neue Anmeldung verlangt. Sie sind weiterhin angemeldet wie zuvor. Gehen Sie zurück und versuchen Sie es erneut.',
      },
      Verification: {
        heading: 'Dieser Link oder Code gilt nicht mehr',
        message:
          'Er wurde bereits verwendet, ist abgelaufen oder wurde zu oft falsch eingegeben. Melden Sie sich noch einmal an, um einen neuen zu erhalten.',
      },
      ChangedLink: {
        heading: 'Dieser Link ist nicht vollständig',
        message:
          'Der Link aus der E-Mail wurde unterwegs verändert. Kopieren Sie den ganzen Link aus der E-Mail, oder melden Sie sich erneut an, um einen neuen zu erhalten.',
      },
      TooManyRequests: {
        heading: 'Zu oft versucht',
        message:
          'Warten Sie einige Minuten und versuchen Sie es dann erneut. Sie können sich auch auf andere Weise anmelden.',
      },
      WebAuthnVerificationError: {
        heading: 'Ihr Passkey wurde nicht bestätigt',
        message: 'Es hat sich nichts geändert. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
      },
      UnknownCredential: {
        heading: 'Dieser Passkey gilt hier nicht mehr',
        message: 'Melden Sie sich anders an. Entfernen Sie diesen Passkey danach aus Ihrem Passwortmanager.',
      },
    },
    otherError: {
      heading: 'Fehler',
      message: 'Ein Fehler ist aufgetreten. Bitte gehen Sie zurück und beginnen Sie von vorn.',
    },
  },
}
