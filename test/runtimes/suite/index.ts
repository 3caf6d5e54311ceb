import { accounts } from './accounts.js'
import { crypto } from './crypto.js'
import { email } from './email.js'
import { environmentVariables, rotation } from './environment.js'
import { callbackUrls, csrf, passwords } from './forms.js'
import { reading } from './get-token.js'
import type { Checks } from './harness.js'
import { hono } from './hono.js'
import { network } from './network.js'
import { oauth } from './oauth.js'
import { oidc } from './oidc.js'
import { passwordHashes } from './password-hashes.js'
import { pages, requests, signOut } from './responses.js'
import { databaseSessions, jwtSessions } from './sessions.js'
import { signatures } from './signatures.js'
import { tokens } from './tokens.js'

const groups: Readonly<Record<string, Checks>> = {
  crypto,
  signatures,
  tokens,
  getToken: reading,
  'JWT sessions': jwtSessions,
  'database sessions': databaseSessions,
  csrf,
  'callback URLs': callbackUrls,
  passwords,
  'password hashes': passwordHashes,
  'OpenID Connect': oidc,
  OAuth: oauth,
  accounts,
  network,
  email,
  'sign-out': signOut,
  pages,
  requests,
  'environment variables': environmentVariables,
  'latchkey/hono': hono,
  rotation,
}

/** All checks, which must pass on every runtime. */
export const suite: Checks = Object.fromEntries(
  Object.entries(groups).flatMap(([group, checks]) =>
    Object.entries(checks).map(([name, check]) => [`${group}: ${name}`, check]),
  ),
)
