import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'

/** `example.com` and all its sub-domains share the session. */
export const config: AuthConfig = {
  providers: [GitHub],
  cookies: { sessionToken: { options: { domain: 'example.com' } } },
  callbacks: {
    redirect({ url, baseUrl }) {
      const target = new URL(url, baseUrl)
      const isOurs = target.protocol === 'https:' && /(^|\.)example\.com$/.test(target.hostname)
      return isOurs ? target.href : baseUrl
    },
  },
}
