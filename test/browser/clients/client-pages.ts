import { renderToString } from 'vue/server-renderer'
import { svelte, vueConstants } from './component-plugins.js'
import { bundleScript, type ClientPage } from './site.js'
import { createPageApp } from './vue/page.js'

/** The page of each framework. React has tests of its own, because its client also has the functions of next-auth. */
export const clientPages: Readonly<Record<string, () => Promise<ClientPage>>> = {
  Vue: async () => ({
    script: await bundleScript('test/browser/clients/vue/entry.ts', { define: vueConstants }),
    render: options => renderToString(createPageApp(options)),
  }),
  Svelte: async () => ({
    script: await bundleScript('test/browser/clients/svelte/entry.js', { plugins: [svelte] }),
  }),
  Solid: async () => ({ script: await bundleScript('test/browser/clients/solid/entry.ts') }),
}
