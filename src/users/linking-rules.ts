import { getAccountKey } from '../config/stores.js'
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors.js'
import type { LinkingRules } from '../types/context.js'
import type { Identity } from '../types/identity.js'
import type { ProviderType } from '../types/provider-type.js'
import { credentialsRules, emailRules, oauthRules, passkeyRules } from './account-linking.js'
import { findUserByEmail } from './find-user-by-email.js'

const oauthLinkingRules: LinkingRules = {
  rules: oauthRules,
  storesAccount: true,
  verifiesEmail: false,
  findOwner: (adapter, identity) => adapter.getUserByAccount(getAccountKey(identity)),
  createConflictError: message => new OAuthAccountNotLinked(message),
}

/** The user of an email sign-in is the one who has the email address. */
export const emailLinkingRules: LinkingRules = {
  rules: emailRules,
  storesAccount: false,
  verifiesEmail: true,
  findOwner: (adapter, { account }) => findUserByEmail(adapter, account.providerAccountId),
  createConflictError: message => new OAuthAccountNotLinked(message),
}

const linkingRules: Readonly<Record<ProviderType, LinkingRules>> = {
  oauth: oauthLinkingRules,
  oidc: oauthLinkingRules,
  email: emailLinkingRules,
  credentials: {
    rules: credentialsRules,
    storesAccount: false,
    verifiesEmail: false,
    findOwner: async () => null,
    createConflictError: message => new OAuthAccountNotLinked(message),
  },
  webauthn: {
    rules: passkeyRules,
    storesAccount: true,
    verifiesEmail: false,
    findOwner: (adapter, identity) => adapter.getUserByAccount(getAccountKey(identity)),
    createConflictError: message => new AccountNotLinked(message),
  },
}

/** Returns how an identity finds, creates and links its user. */
export function getLinkingRules({ account }: Pick<Identity, 'account'>): LinkingRules {
  return linkingRules[account.type]
}
