import type { Translations } from '../../types/translations.js'

const tryAnother = 'Réessayez ou utilisez un autre compte.'

/** The French texts of the built-in pages, with a no-break space before double punctuation. */
export const french: Translations = {
  lang: 'fr',
  dir: 'ltr',
  logoAlt: 'Logo',
  signIn: {
    heading: 'Connexion',
    subtitle: 'pour continuer vers {host}',
    button: 'Se connecter avec {name}',
    submitButton: 'Se connecter',
    emailButton: 'Se connecter par e-mail',
    emailLabel: 'Adresse e-mail',
    emailPlaceholder: 'email@example.com',
    identifierLabel: 'Adresse e-mail ou nom d’utilisateur',
    continueButton: 'Continuer',
    anotherIdentifier: 'Utiliser une autre adresse',
    emailLinkButton: 'M’envoyer un lien de connexion',
    emailCodeButton: 'M’envoyer un code de connexion',
    showPassword: 'Afficher le mot de passe',
    lastUsed: 'Dernier utilisé',
    signedIn: 'Vous êtes déjà connecté.',
    anotherAccount: 'Utiliser un autre compte',
    addMethod: 'ou ajouter un moyen de connexion',
    separator: 'ou',
    passkey: {
      button: 'Se connecter avec une clé d’accès',
      createButton: 'Créer une clé d’accès',
      unsupported: 'Les clés d’accès demandent JavaScript et un navigateur qui les prend en charge.',
      failed: 'Votre clé d’accès n’a pas été confirmée. Réessayez ou connectez-vous autrement.',
    },
    noProviders: {
      heading: 'Aucune méthode de connexion n’est configurée',
      message:
        'Ajoutez au moins un fournisseur à {providers} dans la configuration. Un fournisseur par mot de passe apparaît ici lorsqu’il a des champs dans {credentials}.',
    },
    errors: {
      Signin: `La connexion a échoué. ${tryAnother}`,
      OAuthSignin: `Ce service n’a pas pu être joint. ${tryAnother}`,
      OAuthCallbackError: `La connexion a été annulée, a expiré ou n’a pas abouti. ${tryAnother}`,
      OAuthCreateAccount: `Votre compte n’a pas pu être créé. ${tryAnother}`,
      EmailCreateAccount: `Votre compte n’a pas pu être créé. ${tryAnother}`,
      Callback: `Une erreur s’est produite après votre retour de ce service. ${tryAnother}`,
      OAuthAccountNotLinked:
        'Pour confirmer votre identité, connectez-vous avec le compte que vous avez utilisé la première fois.',
      AccountNotLinked:
        'Cette clé d’accès ne peut pas être utilisée pour ce compte. Connectez-vous avec la méthode d’origine, puis ajoutez-la.',
      InvalidIdentifier: 'Cette adresse e-mail n’est pas complète. Vérifiez-la et réessayez.',
      EmailSignin: 'L’e-mail n’a pas pu être envoyé. Vérifiez l’adresse e-mail et réessayez.',
      CredentialsSignin: 'Ces informations sont incorrectes. Vérifiez-les et réessayez.',
      SessionRequired: 'Veuillez vous connecter pour voir cette page.',
      MissingCSRF:
        'Nous n’avons pas pu confirmer que cette demande venait de vous. Réessayez. Si le problème persiste, autorisez les cookies pour ce site.',
    },
    otherError: 'La connexion a échoué. Veuillez réessayer.',
  },
  accountExists: {
    methods: 'Vous avez déjà un compte avec cette adresse e-mail. Connectez-vous avec : {methods}.',
    emailed:
      'Pour confirmer votre identité, connectez-vous avec le compte que vous avez utilisé la première fois. Nous vous avons envoyé un e-mail qui explique comment.',
    emailHeading: 'Comment vous connecter à {host}',
    emailMessage:
      'Une connexion avec {provider} a utilisé votre adresse e-mail. Vous avez déjà un compte sur {host}. Connectez-vous avec : {methods}.',
  },
  signOut: {
    heading: 'Déconnexion',
    question: 'Voulez-vous vraiment vous déconnecter de {host}\u00a0?',
    button: 'Se déconnecter',
    cancel: 'Rester sur le site',
  },
  stepUp: {
    heading: 'Confirmez que c’est bien vous',
    signedInAs: 'Vous êtes connecté en tant que {name}.',
    needsRecentSignIn: 'Pour protéger votre compte, cette page demande une connexion récente.',
    needsAnotherMethod:
      'Pour protéger votre compte, cette page demande une confirmation supplémentaire de votre identité.',
    button: 'Continuer avec {name}',
    submitButton: 'Confirmer',
    emailButton: 'Confirmer par e-mail',
    passkeyButton: 'Confirmer avec une clé d’accès',
    tooWeak:
      'Vos méthodes de connexion ne suffisent pas pour cette page. Ajoutez l’une de celles-ci à votre compte, puis vous reviendrez ici.',
    connectButton: 'Associer {name}',
    signInAgain:
      'Aucune de vos méthodes de connexion ne peut le confirmer maintenant. Déconnectez-vous, puis reconnectez-vous.',
    unreachable:
      'Votre compte ne peut pas ouvrir cette page, car cette application ne propose aucune méthode de connexion suffisante. Veuillez contacter son assistance.',
    cancel: 'Annuler',
  },
  verifyRequest: {
    heading: 'Consultez vos e-mails',
    message: 'Un lien de connexion a été envoyé à votre adresse e-mail.',
    hint: 'Cela peut prendre une minute. Si vous ne le recevez pas, vérifiez vos courriers indésirables.',
    backToSite: 'Retour à {host}',
    codeMessage: 'Un code a été envoyé à votre adresse e-mail. Saisissez-le ici, dans ce navigateur.',
    codeLabel: 'Code',
    codeButton: 'Se connecter',
    codeError: 'Ce code est incorrect. Vérifiez-le et réessayez.',
    resendButton: 'Renvoyer',
    resendWait: 'Renvoyer dans {seconds} s',
  },
  confirm: {
    heading: 'Terminer la connexion',
    question: 'Ce lien vous connecte à {host}. Si vous ne l’avez pas demandé, fermez cette page.',
    button: 'Se connecter',
    cancel: 'Je n’ai rien demandé',
  },
  email: {
    subject: 'Connexion à {host}',
    heading: 'Connexion à {host}',
    button: 'Se connecter',
    linkLabel: 'Ou copiez ce lien dans votre navigateur\u00a0:',
    codeLabel: 'Saisissez ce code dans le navigateur où vous l’avez demandé\u00a0:',
    expiry: 'Valable pendant {time}. Utilisable une seule fois.',
    ignore: 'Si vous n’avez pas demandé cet e-mail, vous pouvez l’ignorer.',
  },
  error: {
    button: 'Se connecter',
    backToSite: 'Retour à {host}',
    developmentOnly: 'Visible uniquement pendant le développement',
    reference: 'Référence : {reference}',
    errors: {
      Configuration: {
        heading: 'Une erreur s’est produite de notre côté',
        message:
          'Veuillez réessayer plus tard. Si vous gérez ce site, consultez le journal du serveur pour connaître la cause.',
      },
      AccessDenied: {
        heading: 'Accès refusé',
        message:
          'Vous n’avez pas l’autorisation de vous connecter ici. Si vous avez un autre compte, essayez avec celui-là.',
      },
      UnknownAction: {
        heading: 'Cette page n’existe pas',
        message: 'Vérifiez l’adresse. Pour vous connecter, utilisez le bouton.',
      },
      ImpersonationActive: {
        heading: 'Vous agissez au nom d’un autre utilisateur',
        message:
          'Un administrateur ne peut pas modifier la façon dont un utilisateur se connecte, confirmer son identité, exporter ses données ni supprimer son compte. Cessez d’abord d’agir en son nom.',
      },
      StepUpFailed: {
        heading: 'Nous n’avons pas pu confirmer que c’est vous',
        message:
          'Vous avez utilisé un autre compte ou annulé, ou le service ne vous a pas demandé de vous reconnecter. Vous êtes toujours connecté comme avant. Revenez en arrière et réessayez.',
      },
      Verification: {
        heading: 'Ce lien ou ce code n’est plus valable',
        message:
          'Il a déjà été utilisé, il a expiré ou il a été mal saisi trop de fois. Connectez-vous de nouveau pour en recevoir un autre.',
      },
      ChangedLink: {
        heading: 'Ce lien n’est pas complet',
        message:
          'Le lien de l’e-mail a été modifié en chemin. Copiez le lien entier depuis l’e-mail ou reconnectez-vous pour en recevoir un nouveau.',
      },
      TooManyRequests: {
        heading: 'Trop de tentatives',
        message:
          'Patientez quelques minutes, puis réessayez. Vous pouvez aussi vous connecter d’une autre manière.',
      },
      WebAuthnVerificationError: {
        heading: 'Votre clé d’accès n’a pas été confirmée',
        message: 'Rien n’a changé. Réessayez ou connectez-vous autrement.',
      },
      UnknownCredential: {
        heading: 'Cette clé d’accès n’est plus valable ici',
        message:
          'Connectez-vous autrement. Supprimez ensuite cette clé d’accès de votre gestionnaire de mots de passe.',
      },
    },
    otherError: {
      heading: 'Erreur',
      message: 'Une erreur s’est produite. Veuillez revenir en arrière et recommencer.',
    },
  },
}
