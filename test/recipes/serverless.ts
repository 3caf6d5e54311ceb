import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createAuth } from 'latchkey/server'

interface Env {
  AUTH_SECRET: string
  GITHUB_ID: string
  GITHUB_SECRET: string
}

const configs = new WeakMap<Env, AuthConfig>()

function getConfig(env: Env): AuthConfig {
  const { AUTH_SECRET: secret, GITHUB_ID: clientId, GITHUB_SECRET: clientSecret } = env
  const config = configs.get(env) ?? {
    secret,
    trustHost: true,
    providers: [GitHub({ clientId, clientSecret })],
  }
  configs.set(env, config)
  return config
}

/** A worker: the environment comes with the request. */
export default {
  fetch: (request: Request, env: Env): Promise<Response> => createAuth(getConfig(env)).handler(request),
}
