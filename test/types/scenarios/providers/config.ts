import type { AuthConfig } from 'latchkey'
import Bungie from 'latchkey/providers/bungie'
import GitHub, { type GitHubProfile } from 'latchkey/providers/github'
import Keycloak from 'latchkey/providers/keycloak'
import Loops from 'latchkey/providers/loops'
import Zoho from 'latchkey/providers/zoho'

declare function getRole(profile: GitHubProfile): string

export const config: AuthConfig = {
  providers: [
    GitHub,
    GitHub(),
    GitHub({ profile: profile => ({ id: String(profile.id), name: getRole(profile) }) }),
    GitHub({ enterprise: { baseUrl: 'https://github.acme.example' } }),
    Keycloak({ issuer: 'https://sso.acme.example/realms/acme' }),
    Zoho,
    Zoho({ domain: 'zoho.eu' }),
    Bungie({ apiKey: 'key' }),
    Loops({ transactionalId: 'mail' }),
  ],
}

// TS2554: Expected 1 arguments
export const keyless = Bungie()

// TS2345: Property 'apiKey' is missing
export const stillKeyless = Bungie({ clientId: 'id' })

export const bare: AuthConfig = {
  // TS2322: is not assignable
  providers: [Bungie],
}

export const misread = GitHub({
  // TS2322: is not assignable
  profile: ({ avatar_url }) => ({ id: 1, image: avatar_url }),
})

// TS2345: Property 'transactionalId' is missing
export const without = Loops({ from: 'no-reply@acme.example' })
