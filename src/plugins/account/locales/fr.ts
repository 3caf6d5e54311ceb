import type { AccountTexts } from './texts.js'

/** The French texts. */
export const french: AccountTexts = {
  language: 'fr',
  title: 'Votre compte',
  back: 'Retour à {host}',
  cancel: 'Annuler',
  saved: 'Vos modifications ont été enregistrées.',
  signOut: 'Se déconnecter',
  profile: {
    title: 'Profil',
    nameLabel: 'Nom',
    imageLabel: 'Image (URL)',
    upload: 'Importer une image',
    save: 'Enregistrer le profil',
  },
  emails: {
    title: 'Adresses e-mail',
    primary: 'Principale',
    verified: 'Confirmée',
    unverified: 'Non confirmée',
    makePrimary: 'Définir comme principale',
    remove: 'Supprimer',
    resend: 'Renvoyer le lien',
    addLabel: 'Nouvelle adresse e-mail',
    add: 'Ajouter l’adresse e-mail',
    sent: 'Un lien a été envoyé à la nouvelle adresse. Ouvrez-le dans ce navigateur.',
  },
  accounts: {
    title: 'Comptes associés',
    connected: 'Associé',
    notConnected: 'Non associé',
    connect: 'Associer',
    disconnect: 'Dissocier',
    unlisted: 'Cette application ne peut pas afficher les comptes associés.',
  },
  passkeys: {
    title: 'Clés d’accès',
    none: 'Connectez-vous avec votre empreinte digitale, votre visage ou le verrouillage de votre écran.',
    defaultName: 'Clé d’accès',
    synced: 'Sur tous vos appareils',
    oneDevice: 'Sur un seul appareil',
    added: 'Ajoutée le {date}',
    used: 'Dernière utilisation le {date}',
    nameLabel: 'Nom de la clé d’accès',
    rename: 'Renommer',
    remove: 'Supprimer',
    add: 'Ajouter une clé d’accès',
    failed: 'La clé d’accès n’a pas été créée. Cet appareil en a peut-être déjà une.',
    unsupported:
      'Pour ajouter une clé d’accès, activez JavaScript et utilisez un navigateur qui prend en charge les clés d’accès.',
  },
  sessions: {
    title: 'Où vous êtes connecté',
    current: 'Ce navigateur',
    unknownDevice: 'Navigateur inconnu',
    lastSeen: 'Dernière utilisation le {date}',
    method: 'Connexion avec {method}',
    network: 'Réseau {network}',
    end: 'Déconnecter',
    endOthers: 'Se déconnecter partout ailleurs',
    endAll: 'Se déconnecter partout',
  },
  data: {
    title: 'Vos données',
    exportMessage: 'Téléchargez les données que {host} conserve sur vous, dans un fichier JSON.',
    export: 'Télécharger vos données',
    deleteMessage: 'Supprimez votre compte et tout ce qu’il contient.',
    delete: 'Supprimer le compte',
  },
  deletion: {
    title: 'Supprimer votre compte\u00a0?',
    message:
      'Votre compte sur {host} sera supprimé et tous vos appareils seront déconnectés. Cette action est irréversible.',
    confirmation: 'Je comprends que mon compte sera supprimé',
    button: 'Supprimer le compte',
    deletedTitle: 'Votre compte a été supprimé',
    deletedMessage: 'Tous vos appareils ont été déconnectés.',
  },
  confirmEmail: {
    title: 'Confirmez votre adresse e-mail',
    message: 'Vous ajoutez {email} à votre compte sur {host}.',
    button: 'Confirmer l’adresse e-mail',
  },
  undoEmail: {
    title: 'Annuler la modification\u00a0?',
    message: '{email} redeviendra votre adresse e-mail sur {host} et tous les appareils seront déconnectés.',
    button: 'Annuler la modification',
    doneTitle: 'La modification a été annulée',
    doneMessage:
      'Tous les appareils ont été déconnectés. Connectez-vous, puis changez votre mot de passe si une autre personne le connaît peut-être.',
  },
  secure: {
    title: 'Se déconnecter partout\u00a0?',
    message: 'Tous les appareils seront déconnectés de votre compte sur {host}.',
    button: 'Se déconnecter partout',
    doneTitle: 'Vous êtes déconnecté partout',
    doneMessage:
      'Connectez-vous, puis changez votre mot de passe si une autre personne le connaît peut-être.',
    link: 'Ce n’était pas moi\u00a0: se déconnecter partout',
  },
  expired: {
    title: 'Ce lien a expiré',
    message:
      'Le lien a déjà été utilisé, est trop ancien ou appartient à un autre compte. Les liens de confirmation d’une adresse fonctionnent dans le navigateur où vous êtes connecté.',
  },
  emailsOfLinks: {
    confirm: {
      subject: 'Confirmez votre adresse e-mail sur {host}',
      heading: 'Confirmez votre adresse e-mail',
      message: 'Ouvrez ce lien dans le navigateur où vous êtes connecté à {host}.',
      button: 'Confirmer l’adresse e-mail',
      note: 'Le lien est valable pendant 24 heures. Si vous ne l’avez pas demandé, ignorez cet e-mail.',
    },
    taken: {
      subject: 'Votre adresse e-mail sur {host}',
      heading: 'Vous avez un compte avec cette adresse',
      message:
        'Un autre compte sur {host} a demandé à ajouter cette adresse e-mail, qui appartient à votre compte. Rien n’a changé.',
    },
  },
  notices: {
    'email-added': {
      subject: 'Nouvelle adresse e-mail sur {host}',
      heading: 'Une adresse e-mail a été ajoutée',
      message: '{email} a été ajoutée à votre compte sur {host}.',
    },
    'primary-email-changed': {
      subject: 'Votre adresse e-mail sur {host} a été modifiée',
      heading: 'Votre adresse e-mail a été modifiée',
      message: 'L’adresse e-mail principale de votre compte sur {host} est désormais {email}.',
    },
    'email-removed': {
      subject: 'Une adresse e-mail a été supprimée sur {host}',
      heading: 'Une adresse e-mail a été supprimée',
      message: '{email} a été supprimée de votre compte sur {host}.',
    },
    'account-linked': {
      subject: 'Nouvelle méthode de connexion sur {host}',
      heading: 'Compte {name} associé',
      message: 'Vous pouvez désormais vous connecter à votre compte sur {host} avec {name}.',
    },
    'account-unlinked': {
      subject: 'Une méthode de connexion a été supprimée sur {host}',
      heading: 'Compte {name} dissocié',
      message: 'Vous ne pouvez plus vous connecter à votre compte sur {host} avec {name}.',
    },
    'passkey-added': {
      subject: 'Nouvelle clé d’accès sur {host}',
      heading: 'Une clé d’accès a été ajoutée',
      message:
        'Vous pouvez désormais vous connecter à votre compte sur {host} avec la clé d’accès «\u00a0{name}\u00a0».',
    },
    'passkey-removed': {
      subject: 'Une clé d’accès a été supprimée sur {host}',
      heading: 'Une clé d’accès a été supprimée',
      message: 'La clé d’accès «\u00a0{name}\u00a0» a été supprimée de votre compte sur {host}.',
    },
    deleted: {
      subject: 'Votre compte sur {host} a été supprimé',
      heading: 'Votre compte a été supprimé',
      message: 'Votre compte sur {host} et ses données ont été supprimés.',
    },
    warning:
      'Si ce n’était pas vous, déconnectez-vous partout, puis reconnectez-vous et changez votre mot de passe.',
    undo: 'Annuler la modification',
    undoNote:
      'Si ce n’était pas vous, annulez la modification dans les 7 jours. Tous les appareils seront également déconnectés.',
  },
  errors: {
    'recent-sign-in-required': 'Confirmez d’abord votre identité.',
    'invalid-name': 'Le nom comporte plus de 200 caractères ou des caractères non autorisés.',
    'invalid-image': 'L’image doit être une URL qui commence par https://.',
    'invalid-email': 'Nous ne pouvons pas utiliser cette adresse e-mail.',
    'already-added': 'Cette adresse e-mail figure déjà dans votre compte.',
    'too-many-emails': 'Votre compte a trop d’adresses e-mail. Supprimez-en d’abord une.',
    'unverified-email': 'Confirmez d’abord cette adresse e-mail.',
    'primary-email':
      'C’est votre adresse e-mail principale. Définissez d’abord une autre adresse comme principale.',
    'email-taken': 'Cette adresse e-mail est maintenant utilisée par un autre compte.',
    'not-found': 'Cet élément ne figure plus dans votre compte.',
    'last-sign-in-method': 'C’est votre dernière méthode de connexion. Ajoutez-en d’abord une autre.',
    'not-supported': 'Cette application ne le permet pas.',
    'expired-link': 'Le lien a expiré.',
    'too-many-attempts': 'Il y a eu trop d’essais. Réessayez plus tard.',
    'confirmation-required': 'Confirmez que votre compte sera supprimé.',
  },
}
