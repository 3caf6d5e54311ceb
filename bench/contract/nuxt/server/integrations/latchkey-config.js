import { customFetch } from 'latchkey/nuxt/server'
import { replaceFetchKey } from '../../../replace-fetch-key.js'

/** Each check runs the server with a configuration of its own. */
export default () => {
  const { basePath: _, ...config } = globalThis.authConfigs.getStore()
  return { ...config, providers: config.providers.map(provider => replaceFetchKey(provider, customFetch)) }
}
