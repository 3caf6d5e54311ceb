import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
import authAstro from 'auth-astro'
import latchkey from '../../../dist/integrations/astro.js'

const integration = process.env.INTEGRATION
const getPath = file => fileURLToPath(new URL(file, import.meta.url))

const resolveModules = {
  name: 'resolve-modules',
  enforce: 'pre',
  resolveId(id) {
    if (id === '#auth') return getPath(`src/auth/${integration}.js`)
    if (id === 'latchkey/astro') return getPath('../../../dist/integrations/astro.js')
    return undefined
  },
}

/** Serves the actions of auth-astro with the configuration of the check. */
const authAstroRoute = {
  name: 'auth-astro-route',
  hooks: {
    'astro:config:setup': ({ injectRoute }) =>
      injectRoute({ pattern: '/auth/[...auth]', entrypoint: './src/auth/auth-astro.js', prerender: false }),
  },
}

export default defineConfig({
  output: 'server',
  // Otherwise the host is `localhost`, and Astro rejects every form.
  security: { allowedDomains: [{ hostname: 'app.example', protocol: 'https' }] },
  adapter: node({ mode: 'middleware' }),
  integrations:
    integration === 'latchkey'
      ? [latchkey({ entrypoint: './src/auth/latchkey.js' })]
      : [
          authAstro({ injectEndpoints: false, configFile: getPath('src/auth/static-config.js') }),
          authAstroRoute,
        ],
  vite: { plugins: [resolveModules] },
})
