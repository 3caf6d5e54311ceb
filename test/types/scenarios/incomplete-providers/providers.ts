import type { AuthConfig } from 'latchkey'
import Email from 'latchkey/providers/email'

// TS2741: Property 'providers' is missing
export const none: AuthConfig = {}

export const config: AuthConfig = {
  providers: [
    // TS2322: Property 'authorize' is missing
    { id: 'password', name: 'password', type: 'credentials', credentials: {} },
    // TS2322: Property 'credentials' is missing
    { id: 'password', name: 'password', type: 'credentials', authorize: () => null },
    // TS2322: Property 'sendVerificationRequest' is missing
    { id: 'mail', name: 'mail', type: 'email' },
    // TS2322: Property 'name' is missing
    { id: 'harbor', type: 'oidc', issuer: 'https://harbor.example' },
    // TS2322: Property 'id' is missing
    { name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' },
    // TS2322: Property 'type' is missing
    { id: 'harbor', name: 'Harbor', issuer: 'https://harbor.example' },
    // TS2322: Type '"saml"' is not assignable
    { id: 'harbor', name: 'Harbor', type: 'saml' },
    // TS2345: Property 'sendVerificationRequest' is missing
    Email({ from: 'no-reply@app.example' }),
  ],
}
