import type { AuthConfig } from 'latchkey/server'

/** The users of a configuration. */
export type AudienceName = 'customers' | 'staff'

/** A configuration of an app that has two, and the pages that it guards. */
export interface Audience {
  readonly name: AudienceName
  /** The page that only these users may read. It responds with the emails that the app reads, joined by commas. */
  readonly account: `/${AudienceName}/account`
  readonly basePath: `/${AudienceName}/auth`
  readonly config: AuthConfig
}

/** Creates the configurations: each with its own secret, base path, cookies and users. */
export function createAudiences(): readonly [Audience, Audience] {
  return [createAudience('customers'), createAudience('staff')]
}

function createAudience(name: AudienceName): Audience {
  const basePath = `/${name}/auth` as const
  return {
    name,
    account: `/${name}/account`,
    basePath,
    config: {
      providers: [
        {
          id: 'credentials',
          name: 'Password',
          type: 'credentials',
          credentials: {},
          authorize: async () => ({ id: name, email: `${name}@example.com` }),
        },
      ],
      basePath,
      secret: `a secret of the two configurations: ${name}`,
      cookies: {
        sessionToken: { name: `${name}-session` },
        csrfToken: { name: `${name}-csrf` },
        callbackUrl: { name: `${name}-callback` },
      },
      trustHost: true,
      session: { updateAge: 0 },
      logger: { error: () => {}, warn: () => {} },
    },
  }
}
