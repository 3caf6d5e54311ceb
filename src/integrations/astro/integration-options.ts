import { type Environment, getRuntimeEnvironment, type IntegrationOptions } from '../../server.js'
import type { AstroApp } from './context.js'

const defaultOptions: IntegrationOptions = {}

/** Instances are cached by their options, so there is one object for each app. */
const optionsByApp = new WeakMap<AstroApp, IntegrationOptions>()

/** Returns the base path of the integration, and the variables of Astro: those of the process, and of `.env` in development. */
export function getIntegrationOptions(app: AstroApp | undefined): IntegrationOptions {
  if (!app) return defaultOptions
  const cached = optionsByApp.get(app)
  if (cached) return cached
  const environment = createEnvironment(app)
  const options: IntegrationOptions = {
    getBasePath: ({ basePath }) => (basePath ? undefined : app.basePath),
    getEnvironment: () => environment,
  }
  optionsByApp.set(app, options)
  return options
}

/** `NODE_ENV` is often not set when a build is started with `node dist/server/entry.mjs`. */
function createEnvironment({ getSecret, isDevelopment }: AstroApp): Environment {
  const read = (name: string) => getSecret(name) ?? getRuntimeEnvironment()[name]
  const defaults: Environment = { NODE_ENV: isDevelopment ? 'development' : 'production' }
  const get = (_: object, name: string | symbol) =>
    typeof name === 'string' ? read(name) || defaults[name] : undefined
  return new Proxy<Environment>({}, { get })
}
