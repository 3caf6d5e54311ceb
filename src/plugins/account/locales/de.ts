import type { AccountTexts } from './texts.js'

/** The German texts. */
export const german: AccountTexts = {
  language: 'de',
  title: 'Ihr Konto',
  back: 'Zurück zu {host}',
  cancel: 'Abbrechen',
  saved: 'Ihre Änderungen sind gespeichert.',
  signOut: 'Abmelden',
  profile: {
    title: 'Profil',
    nameLabel: 'Name',
    imageLabel: 'Bild (URL)',
    upload: 'Bild hochladen',
    save: 'Profil speichern',
  },
  emails: {
    title: 'E-Mail-Adressen',
    primary: 'Hauptadresse',
    verified: 'Bestätigt',
    unverified: 'Nicht bestätigt',
    makePrimary: 'Als Hauptadresse festlegen',
    remove: 'Entfernen',
    resend: 'Link erneut senden',
    addLabel: 'Neue E-Mail-Adresse',
    add: 'E-Mail-Adresse hinzufügen',
    sent: 'Wir haben einen Link an die neue Adresse geschickt. Öffnen Sie ihn in diesem Browser.',
  },
  accounts: {
    title: 'Verbundene Konten',
    connected: 'Verbunden',
    notConnected: 'Nicht verbunden',
    connect: 'Verbinden',
    disconnect: 'Trennen',
    unlisted: 'Diese App kann verbundene Konten nicht auflisten.',
  },
  passkeys: {
    title: 'Passkeys',
    none: 'Melden Sie sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an.',
    defaultName: 'Passkey',
    synced: 'Auf allen Ihren Geräten',
    oneDevice: 'Auf einem Gerät',
    added: 'Hinzugefügt am {date}',
    used: 'Zuletzt verwendet am {date}',
    nameLabel: 'Name des Passkeys',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    add: 'Passkey hinzufügen',
    failed: 'Der Passkey wurde nicht erstellt. Vielleicht hat dieses Gerät schon einen.',
    unsupported:
      'Um einen Passkey hinzuzufügen, aktivieren Sie JavaScript und verwenden Sie einen Browser, der Passkeys unterstützt.',
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    current: 'Dieser Browser',
    unknownDevice: 'Unbekannter Browser',
    lastSeen: 'Zuletzt verwendet am {date}',
    method: 'Angemeldet mit {method}',
    network: 'Netzwerk {network}',
    end: 'Abmelden',
    endOthers: 'Überall sonst abmelden',
    endAll: 'Überall abmelden',
  },
  data: {
    title: 'Ihre Daten',
    exportMessage: 'Laden Sie als JSON-Datei herunter, was {host} über Sie speichert.',
    export: 'Daten herunterladen',
    deleteMessage: 'Löschen Sie Ihr Konto mit allem, was dazugehört.',
    delete: 'Konto löschen',
  },
  deletion: {
    title: 'Konto löschen?',
    message:
      'Ihr Konto bei {host} wird gelöscht, und Sie werden auf allen Geräten abgemeldet. Das lässt sich nicht rückgängig machen.',
    confirmation: 'Ich habe verstanden, dass mein Konto gelöscht wird',
    button: 'Konto löschen',
    deletedTitle: 'Ihr Konto ist gelöscht',
    deletedMessage: 'Sie sind auf allen Geräten abgemeldet.',
  },
  confirmEmail: {
    title: 'E-Mail-Adresse bestätigen',
    message: 'Sie fügen {email} zu Ihrem Konto bei {host} hinzu.',
    button: 'E-Mail-Adresse bestätigen',
  },
  undoEmail: {
    title: 'Änderung rückgängig machen?',
    message:
      '{email} wird wieder Ihre E-Mail-Adresse bei {host}, und Sie werden auf allen Geräten abgemeldet.',
    button: 'Änderung rückgängig machen',
    doneTitle: 'Die Änderung ist rückgängig gemacht',
    doneMessage:
      'Sie sind auf allen Geräten abgemeldet. Melden Sie sich an und ändern Sie Ihr Passwort, wenn eine andere Person es kennen könnte.',
  },
  secure: {
    title: 'Überall abmelden?',
    message: 'Ihr Konto bei {host} wird auf allen Geräten abgemeldet.',
    button: 'Überall abmelden',
    doneTitle: 'Sie sind überall abgemeldet',
    doneMessage: 'Melden Sie sich an und ändern Sie Ihr Passwort, wenn eine andere Person es kennen könnte.',
    link: 'Das war ich nicht: überall abmelden',
  },
  expired: {
    title: 'Dieser Link ist abgelaufen',
    message:
      'Der Link wurde bereits verwendet, ist zu alt oder gehört zu einem anderen Konto. Links zum Bestätigen einer Adresse funktionieren nur in dem Browser, in dem Sie angemeldet sind.',
  },
  emailsOfLinks: {
    confirm: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse bei {host}',
      heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
      message: 'Öffnen Sie diesen Link in dem Browser, in dem Sie bei {host} angemeldet sind.',
      button: 'E-Mail-Adresse bestätigen',
      note: 'Der Link gilt 24 Stunden lang. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
    },
    taken: {
      subject: 'Ihre E-Mail-Adresse bei {host}',
      heading: 'Sie haben ein Konto mit dieser Adresse',
      message:
        'Für ein anderes Konto bei {host} sollte diese E-Mail-Adresse hinzugefügt werden, die zu Ihrem Konto gehört. Es hat sich nichts geändert.',
    },
  },
  notices: {
    'email-added': {
      subject: 'Neue E-Mail-Adresse bei {host}',
      heading: 'Eine E-Mail-Adresse wurde hinzugefügt',
      message: '{email} wurde zu Ihrem Konto bei {host} hinzugefügt.',
    },
    'primary-email-changed': {
      subject: 'Ihre E-Mail-Adresse bei {host} wurde geändert',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      message: 'Die Hauptadresse Ihres Kontos bei {host} ist jetzt {email}.',
    },
    'email-removed': {
      subject: 'Eine E-Mail-Adresse wurde bei {host} entfernt',
      heading: 'Eine E-Mail-Adresse wurde entfernt',
      message: '{email} wurde aus Ihrem Konto bei {host} entfernt.',
    },
    'account-linked': {
      subject: 'Neue Anmeldemethode bei {host}',
      heading: '{name} wurde verbunden',
      message: 'Sie können sich jetzt mit {name} in Ihrem Konto bei {host} anmelden.',
    },
    'account-unlinked': {
      subject: 'Eine Anmeldemethode wurde bei {host} entfernt',
      heading: '{name} wurde getrennt',
      message: 'Sie können sich nicht mehr mit {name} in Ihrem Konto bei {host} anmelden.',
    },
    'passkey-added': {
      subject: 'Neuer Passkey bei {host}',
      heading: 'Ein Passkey wurde hinzugefügt',
      message: 'Sie können sich jetzt mit dem Passkey „{name}“ in Ihrem Konto bei {host} anmelden.',
    },
    'passkey-removed': {
      subject: 'Ein Passkey wurde bei {host} entfernt',
      heading: 'Ein Passkey wurde entfernt',
      message: 'Der Passkey „{name}“ wurde aus Ihrem Konto bei {host} entfernt.',
    },
    deleted: {
      subject: 'Ihr Konto bei {host} wurde gelöscht',
      heading: 'Ihr Konto wurde gelöscht',
      message: 'Ihr Konto bei {host} und die zugehörigen Daten wurden gelöscht.',
    },
    warning:
      'Wenn Sie das nicht waren, melden Sie sich überall ab. Melden Sie sich dann wieder an und ändern Sie Ihr Passwort.',
    undo: 'Änderung rückgängig machen',
    undoNote:
      'Wenn Sie das nicht waren, machen Sie die Änderung innerhalb von 7 Tagen rückgängig. Dadurch werden Sie auch auf allen Geräten abgemeldet.',
  },
  errors: {
    'recent-sign-in-required': 'Bestätigen Sie zuerst, dass Sie es sind.',
    'invalid-name': 'Der Name hat mehr als 200 Zeichen oder enthält Zeichen, die nicht erlaubt sind.',
    'invalid-image': 'Das Bild muss eine URL sein, die mit https:// beginnt.',
    'invalid-email': 'Diese E-Mail-Adresse können wir nicht verwenden.',
    'already-added': 'Diese E-Mail-Adresse gehört bereits zu Ihrem Konto.',
    'too-many-emails': 'Ihr Konto hat zu viele E-Mail-Adressen. Entfernen Sie zuerst eine.',
    'unverified-email': 'Bestätigen Sie zuerst diese E-Mail-Adresse.',
    'primary-email': 'Das ist Ihre Hauptadresse. Legen Sie zuerst eine andere als Hauptadresse fest.',
    'email-taken': 'Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto.',
    'not-found': 'Das gehört nicht mehr zu Ihrem Konto.',
    'last-sign-in-method': 'Das ist Ihre letzte Anmeldemethode. Fügen Sie zuerst eine andere hinzu.',
    'not-supported': 'Diese App unterstützt das nicht.',
    'expired-link': 'Der Link ist abgelaufen.',
    'too-many-attempts': 'Es gab zu viele Versuche. Versuchen Sie es später noch einmal.',
    'confirmation-required': 'Bestätigen Sie, dass Ihr Konto gelöscht wird.',
  },
}
