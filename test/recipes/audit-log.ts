import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'

/** Replace this by an insert into a table that the app cannot update. */
function writeAuditEntry(action: string, details: Record<string, unknown>): void {
  console.info(JSON.stringify({ time: new Date().toISOString(), action, ...details }))
}

export const config: AuthConfig = {
  providers: [GitHub],
  events: {
    signIn: ({ user, account, isNewUser }) =>
      writeAuditEntry('sign-in', { userId: user.id, provider: account?.provider, isNewUser }),
    signOut: message =>
      writeAuditEntry('sign-out', {
        userId: 'session' in message ? message.session?.userId : message.token?.sub,
      }),
    createUser: ({ user }) => writeAuditEntry('create-user', { userId: user.id }),
    // `account` contains the tokens of the provider: never log the whole object.
    linkAccount: ({ user, account: { provider, providerAccountId } }) =>
      writeAuditEntry('link-account', { userId: user.id, provider, providerAccountId }),
  },
}
