import { createIntegration } from './built-app.js'

const folder = new URL('astro/', import.meta.url)

const createAstroIntegration = (name, integration) =>
  createIntegration(folder, {
    name,
    integration,
    command: ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', `dist/${integration}`],
    entry: `dist/${integration}/server/entry.mjs`,
    exportName: 'handler',
  })

export const integrations = [
  await createAstroIntegration('latchkey/astro', 'latchkey'),
  await createAstroIntegration('auth-astro', 'auth-astro'),
]
