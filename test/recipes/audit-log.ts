import GitHub from 'latchkey/providers/github'
import type { AuthConfig, EventContext } from 'latchkey/types'

/** Replace this by an insert into a table that the app cannot update. */
function writeAuditEntry(action: string, { request }: EventContext, details: Record<string, unknown>): void {
  const userAgent = request.getHeader('user-agent')
  console.info(JSON.stringify({ time: new Date().toISOString(), action, userAgent, ...details }))
}

export const config: AuthConfig = {
  providers: [GitHub],
  events: {
    signIn: ({ user, account }, context) =>
      writeAuditEntry('sign-in', context, { userId: user.id, provider: account?.provider }),
    signInFailure: ({ error, provider }, context) =>
      writeAuditEntry('sign-in-failure', context, { reason: error.type, provider }),
    signOut: (message, context) =>
      writeAuditEntry('sign-out', context, {
        userId: 'session' in message ? message.session?.userId : message.token?.sub,
      }),
    createUser: ({ user }, context) => writeAuditEntry('create-user', context, { userId: user.id }),
    // `account` contains the tokens of the provider: never log the whole object.
    linkAccount: ({ user, account: { provider, providerAccountId } }, context) =>
      writeAuditEntry('link-account', context, { userId: user.id, provider, providerAccountId }),
  },
}
