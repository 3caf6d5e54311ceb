import type { AuditLogTexts } from './texts.js'

/** The French texts. */
export const french: AuditLogTexts = {
  language: 'fr',
  title: 'Activité récente',
  none: 'Aucune activité pour le moment.',
  device: '{browser} sur {system}',
  actions: {
    'sign-in': 'Connexion',
    'sign-in-failure': 'Échec de la connexion',
    'sign-out': 'Déconnexion',
    'user-created': 'Compte créé',
    'user-updated': 'Adresse e-mail confirmée ou modifiée',
    'account-linked': 'Compte associé',
    'two-factor.enabled': 'Application d’authentification configurée',
    'two-factor.replaced': 'Application d’authentification remplacée',
    'two-factor.removed': 'Application d’authentification supprimée',
    'two-factor.recovery-codes-created': 'Nouveaux codes de récupération créés',
    'two-factor.recovery-code-used': 'Code de récupération utilisé',
    'two-factor.devices-forgotten': 'Second facteur de nouveau demandé sur tous les appareils',
    'two-factor.verification-failed': 'Second facteur refusé',
    'passwords.sign-up': 'Compte créé avec un mot de passe',
    'passwords.sign-in-failed': 'Mot de passe incorrect à la connexion',
    'passwords.confirmation-failed': 'Mot de passe incorrect saisi',
    'passwords.password-set': 'Mot de passe défini',
    'passwords.password-changed': 'Mot de passe modifié',
    'passwords.password-reset': 'Mot de passe réinitialisé',
    'passwords.password-removed': 'Mot de passe supprimé',
    'passwords.password-change-required': 'Nouveau mot de passe exigé',
    'passwords.email-confirmed': 'Adresse e-mail confirmée',
  },
  other: 'Activité : {action}',
}
