import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { compile } from 'svelte/compiler'
import { renderToString } from 'vue/server-renderer'
import { bundleScript, type ClientPage } from './site.js'
import { createPageApp } from './vue/page.js'

/** The page of each framework. React has tests of its own, because its client also has the functions of next-auth. */
export const clientPages: Readonly<Record<string, () => Promise<ClientPage>>> = {
  Vue: async () => ({
    script: await bundleScript('test/browser/clients/vue/entry.ts', {
      define: {
        'process.env.NODE_ENV': '"development"',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
      },
    }),
    render: options => renderToString(createPageApp(options)),
  }),
  Svelte: async () => ({
    script: await bundleScript('test/browser/clients/svelte/entry.js', { plugins: [svelte] }),
  }),
  Solid: async () => ({ script: await bundleScript('test/browser/clients/solid/entry.ts') }),
}

/** Compiles components as the build tools of Svelte do. */
const svelte: Plugin = {
  name: 'svelte',
  setup: build =>
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, 'utf8'), { filename: path, generate: 'client' })
      return { contents: js.code, loader: 'js' }
    }),
}
