import type { PasswordsTexts } from './texts.js'

/** The German texts. */
export const german: PasswordsTexts = {
  emailLabel: 'E-Mail-Adresse',
  passwordLabel: 'Passwort',
  nameLabel: 'Name (optional)',
  usernameLabel: 'Benutzername',
  usernameHint: '3 bis 30 Buchstaben von a bis z, Ziffern, Punkte, Bindestriche oder Unterstriche.',
  saveUsername: 'Benutzernamen speichern',
  emailOrUsernameLabel: 'E-Mail-Adresse oder Benutzername',
  newPasswordLabel: 'Neues Passwort',
  currentPasswordLabel: 'Aktuelles Passwort',
  showPassword: 'Passwort anzeigen',
  passwordHint: 'Mindestens {count} Zeichen. Einige Wörter, die Sie sich merken können, genügen.',
  signIn: {
    method: 'Mit Passwort anmelden',
    title: 'Anmelden',
    button: 'Anmelden',
    forgot: 'Passwort vergessen?',
    create: 'Noch kein Konto? Konto anlegen',
    changed: 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
    others: 'Andere Anmeldemethoden',
    wrongName: 'Der Benutzername, die E-Mail-Adresse oder das Passwort ist nicht richtig.',
  },
  signUp: {
    title: 'Konto anlegen',
    button: 'Konto anlegen',
    haveAccount: 'Sie haben schon ein Konto? Anmelden',
  },
  sent: {
    title: 'Sehen Sie in Ihren E-Mails nach',
    message: 'Wir haben Ihnen eine E-Mail geschickt. Öffnen Sie den Link darin, um fortzufahren.',
    hint: 'Wenn nichts ankommt, sehen Sie im Spam-Ordner nach.',
  },
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    message: 'Sie legen mit {email} ein Konto bei {host} an.',
    passwordMessage: 'Geben Sie das Passwort ein, das Sie gewählt haben.',
    button: 'Konto anlegen',
  },
  confirmEmail: {
    title: 'E-Mail-Adresse bestätigen',
    message: 'Sie bestätigen {email} für Ihr Konto bei {host}.',
    button: 'E-Mail-Adresse bestätigen',
  },
  forgot: {
    title: 'Passwort vergessen?',
    message:
      'Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort wählen können.',
    button: 'Link senden',
  },
  reset: {
    title: 'Neues Passwort wählen',
    message: 'Dadurch werden alle Sitzungen von {email} beendet.',
    button: 'Passwort speichern',
  },
  change: {
    title: 'Passwort ändern',
    firstTitle: 'Passwort festlegen',
    message: 'Dadurch werden Sie auf allen anderen Geräten abgemeldet.',
    button: 'Passwort speichern',
    changed: 'Ihr Passwort wurde gespeichert. Auf allen anderen Geräten sind Sie jetzt abgemeldet.',
    back: 'Weiter',
  },
  confirm: {
    method: 'Passwort eingeben',
    title: 'Bestätigen Sie, dass Sie es sind',
    message: 'Geben Sie Ihr Passwort ein, um fortzufahren.',
    button: 'Weiter',
  },
  account: {
    title: 'Passwort',
    isSet: 'Sie können sich mit einem Passwort anmelden.',
    isNotSet: 'Sie haben kein Passwort.',
    isUnverified: 'Ihre E-Mail-Adresse ist nicht bestätigt.',
    sendLink: 'Link senden',
  },
  expired: {
    title: 'Dieser Link funktioniert nicht',
    button: 'Von vorn beginnen',
  },
  errors: {
    'invalid-email': 'Das ist keine gültige E-Mail-Adresse. Prüfen Sie die Schreibweise.',
    'wrong-credentials': 'Die E-Mail-Adresse oder das Passwort ist nicht richtig.',
    'wrong-password': 'Das Passwort ist nicht richtig.',
    'too-many-attempts': 'Es gab zu viele Versuche. Versuchen Sie es später noch einmal.',
    'expired-link':
      'Der Link wurde bereits verwendet, ist abgelaufen oder wurde durch einen neueren ersetzt.',
    'account-exists': 'Sie haben schon ein Konto. Melden Sie sich an.',
    'sign-up-disabled': 'Sie können hier kein Konto anlegen.',
    'no-password': 'Sie haben kein Passwort.',
    'other-browser': 'Öffnen Sie den Link in dem Browser, in dem Sie angemeldet sind.',
    'unverified-email': 'Bestätigen Sie zuerst Ihre E-Mail-Adresse.',
    'invalid-username':
      'Ein Benutzername hat 3 bis 30 Buchstaben von a bis z, Ziffern, Punkte, Bindestriche oder Unterstriche. Er beginnt und endet mit einem Buchstaben oder einer Ziffer.',
    'username-taken': 'Dieser Benutzername ist nicht verfügbar. Wählen Sie einen anderen.',
    'changed-meanwhile':
      'Das Passwort wurde inzwischen geändert. Versuchen Sie es mit dem aktuellen noch einmal.',
    'not-text': 'Das Passwort enthält Zeichen, die sich nicht eingeben lassen.',
    'too-short': 'Das Passwort ist zu kurz.',
    'too-long': 'Das Passwort ist zu lang. Verwenden Sie höchstens 256 Zeichen.',
    blank: 'Das Passwort besteht nur aus Leerzeichen.',
    common:
      'Viele Menschen verwenden dieses Passwort, deshalb ist es leicht zu erraten. Wählen Sie ein anderes.',
    personal:
      'Das Passwort ist Ihr Name, Ihre E-Mail-Adresse oder der Name dieser Website. Wählen Sie ein anderes.',
    breached: 'Dieses Passwort ist in einem Datenleck aufgetaucht. Wählen Sie ein anderes.',
  },
  emails: {
    verify: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {host}',
      heading: 'Ihr Konto bei {host} anlegen',
      message: 'Bestätigen Sie, dass dies Ihre E-Mail-Adresse ist.',
      button: 'E-Mail-Adresse bestätigen',
      note: 'Der Link gilt {hours} Stunden lang. Wenn Sie kein Konto anlegen wollten, ignorieren Sie diese E-Mail. Dann wird keines angelegt.',
    },
    confirm: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {host}',
      heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
      message: 'Bestätigen Sie, dass das Konto bei {host} mit dieser E-Mail-Adresse Ihnen gehört.',
      button: 'E-Mail-Adresse bestätigen',
      note: 'Der Link gilt {hours} Stunden lang. Wenn Sie kein Konto angelegt haben, ignorieren Sie diese E-Mail.',
    },
    accountExists: {
      subject: 'Ihr Konto bei {host}',
      heading: 'Sie haben schon ein Konto bei {host}',
      message:
        'Jemand wollte mit Ihrer E-Mail-Adresse ein weiteres Konto anlegen. Sie können sich mit Ihrem bestehenden Konto anmelden.',
      button: 'Anmelden',
      note: 'Wenn Sie Ihr Passwort vergessen haben, wählen Sie ein neues: {resetUrl} Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
    },
    reset: {
      subject: 'Neues Passwort für {host}',
      heading: 'Neues Passwort für {host} wählen',
      message: 'Öffnen Sie den Link, um ein neues Passwort zu wählen.',
      button: 'Neues Passwort wählen',
      note: 'Der Link gilt {minutes} Minuten lang und kann einmal verwendet werden. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt dann unverändert.',
    },
    mustChange: {
      subject: 'Neues Passwort für {host}',
      heading: 'Ihr Passwort bei {host} muss geändert werden',
      message:
        'Andere Personen kennen möglicherweise Ihr Passwort, deshalb gilt es nicht mehr. Öffnen Sie den Link, um ein neues zu wählen.',
      button: 'Neues Passwort wählen',
      note: 'Der Link gilt {minutes} Minuten lang und kann einmal verwendet werden.',
    },
    noAccount: {
      subject: 'Kein Konto bei {host}',
      heading: 'Sie haben kein Konto bei {host}',
      message:
        'Für diese E-Mail-Adresse wurde ein neues Passwort angefordert, aber zu ihr gibt es kein Konto.',
      button: 'Weiter zu {host}',
      note: 'Vielleicht haben Sie Ihr Konto mit einer anderen Adresse angelegt. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
    },
    noPassword: {
      subject: 'Ihr Konto bei {host}',
      heading: 'Ihr Konto bei {host} hat kein Passwort',
      message: 'Melden Sie sich wie bisher an. Danach können Sie ein Passwort festlegen.',
      button: 'Anmelden',
      note: 'Wenn Sie kein Passwort angefordert haben, ignorieren Sie diese E-Mail.',
    },
    newBrowser: {
      subject: 'Neue Anmeldung bei {host}',
      heading: 'Neue Anmeldung bei {host}',
      message:
        'Bei Ihrem Konto gab es eine Anmeldung in einem Browser, den Sie bisher nicht verwendet haben.',
      button: 'Das war ich nicht: neues Passwort wählen',
      note: 'Wenn Sie das waren, müssen Sie nichts tun.',
    },
    changed: {
      subject: 'Ihr Konto bei {host} hat ein neues Passwort',
      heading: 'Ihr Konto bei {host} hat ein neues Passwort',
      message: 'Ihre anderen Sitzungen wurden beendet.',
      button: 'Das war ich nicht: neues Passwort wählen',
      note: 'Wenn Sie das waren, müssen Sie nichts tun.',
    },
    usernameChanged: {
      subject: 'Ihr Benutzername bei {host} wurde geändert',
      heading: 'Ihr Benutzername bei {host} wurde geändert',
      message: 'Melden Sie sich ab jetzt mit dem neuen Benutzernamen an.',
      button: 'Das war ich nicht: neues Passwort wählen',
      note: 'Wenn Sie das waren, müssen Sie nichts tun.',
    },
  },
}
