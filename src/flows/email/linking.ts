import { OAuthAccountNotLinked } from '../../errors.js'
import type { LinkingPolicy } from '../../types/context.js'
import { emailRules } from '../account-linking.js'
import { findUserByEmail } from '../find-user-by-email.js'

/** The user of an email sign-in is the one who has the email address. */
export const emailLinkingPolicy: LinkingPolicy = {
  rules: emailRules,
  storesAccount: false,
  verifiesEmail: true,
  findOwner: (adapter, { account }) => findUserByEmail(adapter, account.providerAccountId),
  createConflictError: message => new OAuthAccountNotLinked(message),
}
