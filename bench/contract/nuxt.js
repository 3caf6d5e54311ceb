import { createIntegration } from './built-app.js'

const folder = new URL('nuxt/', import.meta.url)

const createNuxtIntegration = (name, integration) =>
  createIntegration(folder, {
    name,
    integration,
    command: ['node_modules/nuxt/bin/nuxt.mjs', 'build'],
    entry: `.output/${integration}/server/index.mjs`,
    exportName: 'listener',
  })

export const integrations = [
  await createNuxtIntegration('latchkey/nuxt', 'latchkey'),
  await createNuxtIntegration('@sidebase/nuxt-auth', 'sidebase'),
]
