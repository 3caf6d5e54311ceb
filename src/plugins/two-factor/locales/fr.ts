import type { TwoFactorTexts } from './texts.js'

/** The French texts. */
export const french: TwoFactorTexts = {
  verify: {
    title: 'Confirmez votre identité',
    account: 'Compte : {account}',
    codeMessage: 'Saisissez le code de votre application d’authentification.',
    codeLabel: 'Code',
    recoveryMessage:
      'Saisissez l’un des codes de récupération que vous avez enregistrés. Chacun ne peut être utilisé qu’une fois.',
    recoveryLabel: 'Code de récupération',
    passkeyMessage: 'Utilisez votre clé d’accès ou votre clé de sécurité.',
    button: 'Continuer',
    passkeyButton: 'Utiliser une clé d’accès',
    passkeyUnsupported: 'Les clés d’accès nécessitent JavaScript et un navigateur qui les prend en charge.',
    remember: 'Ne plus demander sur cet appareil pendant {days} jours',
    useCode: 'Utiliser votre application d’authentification',
    useRecoveryCode: 'Utiliser un code de récupération',
    usePasskey: 'Utiliser une clé d’accès',
  },
  enroll: {
    title: 'Configurer une application d’authentification',
    message:
      'Scannez le QR code avec votre application d’authentification. Saisissez ensuite le code qu’elle affiche.',
    requiredMessage: 'Votre compte nécessite l’authentification à deux facteurs.',
    qrCode: 'QR code pour votre application d’authentification',
    openApp: 'Ouvrir dans une application sur cet appareil',
    secretLabel: 'Si vous ne pouvez pas le scanner, saisissez cette clé\u00a0:',
    codeLabel: 'Code',
    button: 'Activer',
  },
  recoveryCodes: {
    title: 'Enregistrez vos codes de récupération',
    message:
      'Si vous perdez votre appareil, vous pouvez vous connecter avec l’un de ces codes. Chacun ne peut être utilisé qu’une fois. Ils ne seront plus affichés.',
    copy: 'Copier',
    copied: 'Copié',
    download: 'Télécharger',
    print: 'Imprimer',
    button: 'Je les ai enregistrés',
  },
  manage: {
    title: 'Authentification à deux facteurs',
    off: 'Aucune application d’authentification n’est configurée.',
    on: 'Une application d’authentification est configurée.',
    disabled:
      'Les codes de votre application sont désactivés après trop de codes incorrects. Configurez-la à nouveau.',
    recoveryCodes: 'Codes de récupération non utilisés\u00a0: {count}',
    devices: 'Appareils sans demande\u00a0: {count}',
    enable: 'Configurer une application d’authentification',
    replace: 'Remplacer l’application',
    newRecoveryCodes: 'Créer de nouveaux codes de récupération',
    forgetDevices: 'Demander sur tous les appareils',
    remove: 'Désactiver',
    removeTitle: 'Désactiver l’authentification à deux facteurs ?',
    removeMessage: 'Vous vous connecterez sans code, et vos codes de récupération ne fonctionneront plus.',
    cancel: 'Annuler',
    back: 'Retour à {host}',
  },
  errors: {
    'wrong-code': 'Le code est incorrect ou a déjà été utilisé. Attendez le suivant et réessayez.',
    'wrong-passkey': 'Votre clé d’accès n’a pas été confirmée. Réessayez ou utilisez une autre méthode.',
    'too-many-attempts': 'Il y a eu trop d’essais. Utilisez une autre méthode ou réessayez plus tard.',
    'method-disabled':
      'Cette méthode est désactivée après trop de codes incorrects. Utilisez une autre méthode.',
    'no-such-method': 'Cette méthode n’est pas configurée. Utilisez-en une autre.',
    'enrollment-expired': 'Le délai pour saisir le code est dépassé. Scannez le nouveau QR code.',
    'second-factor-required': 'Confirmez d’abord votre identité.',
    required:
      'Votre compte nécessite l’authentification à deux facteurs, elle ne peut donc pas être désactivée.',
  },
  notice: {
    subject: 'Votre connexion à {host} a changé',
    changes: {
      enabled: 'Une application d’authentification a été configurée pour votre compte sur {host}.',
      replaced: 'L’application d’authentification de votre compte sur {host} a été remplacée.',
      removed: 'L’application d’authentification de votre compte sur {host} a été retirée.',
      'recovery-codes-created':
        'De nouveaux codes de récupération ont été créés pour votre compte sur {host}. Les anciens ne sont plus valables.',
      'recovery-code-used':
        'Un code de récupération a été utilisé pour se connecter à votre compte sur {host}.',
      'devices-forgotten':
        'Votre compte sur {host} demande à nouveau la deuxième étape sur tous les appareils.',
      'wrong-codes':
        'Dix codes erronés de suite ont été saisis pour votre compte sur {host}. Une autre personne connaît peut-être votre mot de passe.',
    },
    warning:
      'Si ce n’était pas vous, vérifiez votre compte maintenant\u00a0: {url}. Changez ensuite votre mot de passe et contactez l’assistance de {host}.',
  },
}
