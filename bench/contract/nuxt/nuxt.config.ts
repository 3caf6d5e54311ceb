import { fileURLToPath } from 'node:url'

const integration = process.env.INTEGRATION
const getPath = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const getDistPath = (file: string) => getPath(`../../../dist/${file}.js`)

export default defineNuxtConfig({
  compatibilityDate: '2026-11-24',
  buildDir: `.nuxt/${integration}`,
  modules: integration === 'latchkey' ? [getDistPath('integrations/nuxt')] : ['@sidebase/nuxt-auth'],
  ...{
    latchkey: { basePath: '/auth', configFile: 'server/integrations/latchkey-config.js' },
    auth: { baseURL: 'https://app.example/auth', disableServerSideAuth: true },
  },
  alias: {
    '#integration': getPath(`server/integrations/${integration}.js`),
    'latchkey/nuxt/app': getDistPath('client/nuxt/index'),
    'latchkey/nuxt/server': getDistPath('integrations/nuxt/server'),
  },
  telemetry: { enabled: false },
  nitro: {
    preset: 'node-listener',
    output: { dir: getPath(`.output/${integration}`) },
    errorHandler: getPath('server/handle-error.js'),
    handlers:
      integration === 'latchkey'
        ? []
        : [{ route: '/auth/**', handler: getPath('server/integrations/sidebase-handler.js') }],
  },
})
