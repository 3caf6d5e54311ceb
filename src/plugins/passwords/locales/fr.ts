import type { PasswordsTexts } from './texts.js'

/** The French texts. */
export const french: PasswordsTexts = {
  emailLabel: 'Adresse e-mail',
  passwordLabel: 'Mot de passe',
  nameLabel: 'Nom (facultatif)',
  usernameLabel: 'Nom d’utilisateur',
  usernameHint: 'De 3 à 30 lettres de a à z, chiffres, points, tirets ou traits de soulignement.',
  saveUsername: 'Enregistrer le nom d’utilisateur',
  emailOrUsernameLabel: 'Adresse e-mail ou nom d’utilisateur',
  newPasswordLabel: 'Nouveau mot de passe',
  currentPasswordLabel: 'Mot de passe actuel',
  showPassword: 'Afficher le mot de passe',
  passwordHint: 'Au moins {count} caractères. Quelques mots dont vous vous souviendrez suffisent.',
  signIn: {
    method: 'Se connecter avec un mot de passe',
    title: 'Connexion',
    button: 'Se connecter',
    forgot: 'Mot de passe oublié\u00a0?',
    create: 'Pas encore de compte\u00a0? Créer un compte',
    changed: 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.',
    others: 'Autres méthodes de connexion',
    wrongName: 'Le nom d’utilisateur, l’adresse e-mail ou le mot de passe est incorrect.',
  },
  signUp: {
    title: 'Créer un compte',
    button: 'Créer le compte',
    haveAccount: 'Vous avez déjà un compte\u00a0? Se connecter',
  },
  sent: {
    title: 'Consultez vos e-mails',
    message: 'Nous vous avons envoyé un e-mail. Ouvrez le lien qu’il contient pour continuer.',
    hint: 'Si vous ne le recevez pas, vérifiez vos courriers indésirables.',
  },
  verify: {
    title: 'Confirmez votre adresse e-mail',
    message: 'Vous créez un compte sur {host} avec {email}.',
    passwordMessage: 'Saisissez le mot de passe que vous avez choisi.',
    button: 'Créer le compte',
  },
  confirmEmail: {
    title: 'Confirmez votre adresse e-mail',
    message: 'Vous confirmez {email} pour votre compte sur {host}.',
    button: 'Confirmer l’adresse e-mail',
  },
  forgot: {
    title: 'Mot de passe oublié\u00a0?',
    message:
      'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    button: 'Envoyer le lien',
  },
  reset: {
    title: 'Choisissez un nouveau mot de passe',
    message: 'Cela mettra fin à toutes les sessions de {email}.',
    button: 'Enregistrer le mot de passe',
  },
  change: {
    title: 'Modifier votre mot de passe',
    firstTitle: 'Définir un mot de passe',
    message: 'Tous vos autres appareils seront déconnectés.',
    button: 'Enregistrer le mot de passe',
    changed: 'Votre mot de passe a été enregistré. Tous vos autres appareils ont été déconnectés.',
    back: 'Continuer',
  },
  confirm: {
    method: 'Saisir votre mot de passe',
    title: 'Confirmez votre identité',
    message: 'Saisissez votre mot de passe pour continuer.',
    button: 'Continuer',
  },
  account: {
    title: 'Mot de passe',
    isSet: 'Vous pouvez vous connecter avec un mot de passe.',
    isNotSet: 'Vous n’avez pas de mot de passe.',
    isUnverified: 'Votre adresse e-mail n’est pas confirmée.',
    sendLink: 'Envoyer un lien',
  },
  expired: {
    title: 'Ce lien ne fonctionne pas',
    button: 'Recommencer',
  },
  errors: {
    'invalid-email': 'Cette adresse e-mail n’est pas valable. Vérifiez l’orthographe.',
    'wrong-credentials': 'L’adresse e-mail ou le mot de passe est incorrect.',
    'wrong-password': 'Le mot de passe est incorrect.',
    'too-many-attempts': 'Il y a eu trop d’essais. Réessayez plus tard.',
    'expired-link': 'Le lien a déjà été utilisé, a expiré ou a été remplacé par un lien plus récent.',
    'account-exists': 'Vous avez déjà un compte. Connectez-vous.',
    'sign-up-disabled': 'Vous ne pouvez pas créer de compte ici.',
    'no-password': 'Vous n’avez pas de mot de passe.',
    'other-browser': 'Ouvrez le lien dans le navigateur où vous êtes connecté.',
    'unverified-email': 'Confirmez d’abord votre adresse e-mail.',
    'invalid-username':
      'Un nom d’utilisateur comporte de 3 à 30 lettres de a à z, chiffres, points, tirets ou traits de soulignement. Il commence et se termine par une lettre ou un chiffre.',
    'username-taken': 'Ce nom d’utilisateur n’est pas disponible. Choisissez-en un autre.',
    'changed-meanwhile': 'Le mot de passe a été modifié entre-temps. Réessayez avec le mot de passe actuel.',
    'not-text': 'Le mot de passe contient des caractères impossibles à saisir.',
    'too-short': 'Le mot de passe est trop court.',
    'too-long': 'Le mot de passe est trop long. Utilisez au maximum 256 caractères.',
    blank: 'Le mot de passe ne contient que des espaces.',
    common:
      'Ce mot de passe est utilisé par beaucoup de personnes et donc facile à deviner. Choisissez-en un autre.',
    personal:
      'Le mot de passe correspond à votre nom, à votre adresse e-mail ou au nom de ce site. Choisissez-en un autre.',
    breached: 'Ce mot de passe figure dans une fuite de données. Choisissez-en un autre.',
  },
  emails: {
    verify: {
      subject: 'Confirmez votre adresse e-mail pour {host}',
      heading: 'Créez votre compte sur {host}',
      message: 'Confirmez que cette adresse e-mail est bien la vôtre.',
      button: 'Confirmer l’adresse e-mail',
      note: 'Le lien est valable pendant {hours} heures. Si vous n’avez pas créé de compte, ignorez cet e-mail. Aucun compte ne sera alors créé.',
    },
    confirm: {
      subject: 'Confirmez votre adresse e-mail pour {host}',
      heading: 'Confirmez votre adresse e-mail',
      message: 'Confirmez que le compte sur {host} avec cette adresse e-mail est bien le vôtre.',
      button: 'Confirmer l’adresse e-mail',
      note: 'Le lien est valable pendant {hours} heures. Si vous n’avez pas créé de compte, ignorez cet e-mail.',
    },
    accountExists: {
      subject: 'Votre compte sur {host}',
      heading: 'Vous avez déjà un compte sur {host}',
      message:
        'Quelqu’un a utilisé votre adresse e-mail pour créer un autre compte. Vous pouvez vous connecter avec celui que vous avez déjà.',
      button: 'Se connecter',
      note: 'Si vous avez oublié votre mot de passe, choisissez-en un nouveau\u00a0: {resetUrl} Si ce n’était pas vous, ignorez cet e-mail.',
    },
    reset: {
      subject: 'Nouveau mot de passe pour {host}',
      heading: 'Choisissez un nouveau mot de passe pour {host}',
      message: 'Ouvrez le lien pour choisir un nouveau mot de passe.',
      button: 'Choisir un nouveau mot de passe',
      note: 'Le lien est valable pendant {minutes} minutes et utilisable une seule fois. Si vous ne l’avez pas demandé, ignorez cet e-mail. Votre mot de passe restera inchangé.',
    },
    mustChange: {
      subject: 'Nouveau mot de passe pour {host}',
      heading: 'Votre mot de passe sur {host} doit être modifié',
      message:
        'D’autres personnes connaissent peut-être votre mot de passe. Il n’est donc plus accepté. Ouvrez le lien pour en choisir un nouveau.',
      button: 'Choisir un nouveau mot de passe',
      note: 'Le lien est valable pendant {minutes} minutes et utilisable une seule fois.',
    },
    noAccount: {
      subject: 'Aucun compte sur {host}',
      heading: 'Vous n’avez pas de compte sur {host}',
      message:
        'Quelqu’un a demandé un nouveau mot de passe pour cette adresse e-mail, mais aucun compte ne lui est associé.',
      button: 'Continuer vers {host}',
      note: 'Vous avez peut-être créé votre compte avec une autre adresse. Si ce n’était pas vous, ignorez cet e-mail.',
    },
    noPassword: {
      subject: 'Votre compte sur {host}',
      heading: 'Votre compte sur {host} n’a pas de mot de passe',
      message: 'Connectez-vous comme d’habitude. Vous pourrez ensuite définir un mot de passe.',
      button: 'Se connecter',
      note: 'Si vous n’avez pas demandé de mot de passe, ignorez cet e-mail.',
    },
    newBrowser: {
      subject: 'Nouvelle connexion à {host}',
      heading: 'Nouvelle connexion à {host}',
      message:
        'Une connexion à votre compte a eu lieu dans un navigateur que vous n’aviez pas encore utilisé.',
      button: 'Ce n’était pas moi\u00a0: choisir un nouveau mot de passe',
      note: 'Si c’était vous, vous n’avez rien à faire.',
    },
    changed: {
      subject: 'Votre compte {host} a un nouveau mot de passe',
      heading: 'Votre compte {host} a un nouveau mot de passe',
      message: 'Vos autres sessions ont été fermées.',
      button: 'Ce n’était pas moi\u00a0: choisir un nouveau mot de passe',
      note: 'Si c’était vous, vous n’avez rien à faire.',
    },
    usernameChanged: {
      subject: 'Votre nom d’utilisateur sur {host} a été modifié',
      heading: 'Votre nom d’utilisateur sur {host} a été modifié',
      message: 'Connectez-vous désormais avec le nouveau nom d’utilisateur.',
      button: 'Ce n’était pas moi\u00a0: choisir un nouveau mot de passe',
      note: 'Si c’était vous, vous n’avez rien à faire.',
    },
  },
}
