import { addElement, addFirst, addImport, addProperty, applySourceEdits } from '../edit-source.js'
import { renderConfigModule } from '../render-module.js'
import type { StartFramework } from '../start-types.js'

export const astro: StartFramework = {
  name: 'Astro',
  dependency: 'astro',
  basePath: '/auth',
  port: 4321,
  guide: 'frameworks/astro',
  getEnvironment: () => ({
    read: name => `getSecret('${name}')`,
    createImport: () => ({ module: 'astro:env/server', names: ['getSecret'] }),
  }),
  environmentFile: '.env',
  getAuthPath: ({ extension }) => `src/auth.${extension}`,
  createFiles: (config, { extension }) => [
    {
      path: `src/auth.${extension}`,
      language: extension,
      text: renderConfigModule(config, {
        type: 'AstroAuthConfig',
        factory: 'AstroAuth',
        module: 'latchkey/astro',
        results: ['onRequest', 'ALL'],
        extension,
      }),
    },
  ],
  edits: [
    {
      path: /^astro\.config\.m?[jt]s$/,
      change: ({ path, source }) =>
        /\badapter\b/.test(source)
          ? applySourceEdits(path, source, [
              addImport("import latchkey from 'latchkey/astro'"),
              addFirst(
                addElement('integrations', 'latchkey()'),
                addProperty('defineConfig', 'integrations: [latchkey()]'),
              ),
            ])
          : null,
      instruction: () =>
        "Add an adapter with `npx astro add node`. In astro.config.mjs: `output: 'server'` and `integrations: [latchkey()]`, with `latchkey` of `latchkey/astro`.",
    },
  ],
}
