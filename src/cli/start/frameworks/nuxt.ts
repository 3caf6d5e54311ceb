import { addElement, addFirst, addProperty, applySourceEdits } from '../edit-source.js'
import { renderModule } from '../render-module.js'
import type { StartFramework } from '../start-types.js'

export const nuxt: StartFramework = {
  name: 'Nuxt',
  dependency: 'nuxt',
  basePath: '/api/auth',
  port: 3000,
  guide: 'frameworks/nuxt',
  environmentFile: '.env',
  getAuthPath: ({ extension }) => `server/auth.${extension}`,
  createFiles: (config, { extension }) => [
    {
      path: `server/auth.${extension}`,
      language: extension,
      text: renderModule(config, {
        imports: [],
        open: 'export default defineAuthConfig({',
        close: '})',
        extension,
      }),
    },
  ],
  edits: [
    {
      path: /^nuxt\.config\.[jt]s$/,
      change: ({ path, source }) =>
        applySourceEdits(path, source, [
          addFirst(
            addElement('modules', "'latchkey/nuxt'"),
            addProperty('defineNuxtConfig', "modules: ['latchkey/nuxt']"),
          ),
        ]),
      instruction: () => "In nuxt.config.ts: `modules: ['latchkey/nuxt']`.",
    },
  ],
}
