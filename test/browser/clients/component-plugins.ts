import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { compile } from 'svelte/compiler'
import { compileScript, parse } from 'vue/compiler-sfc'

/** Compiles components as the build tools of Svelte do, for the browser. */
export const svelte: Plugin = createSveltePlugin('client')

/** The same for the server. */
export const svelteOnServer: Plugin = createSveltePlugin('server')

function createSveltePlugin(generate: 'client' | 'server'): Plugin {
  return {
    name: 'svelte',
    setup: build =>
      build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        const { js } = compile(await readFile(path, 'utf8'), { filename: path, generate })
        return { contents: js.code, loader: 'js' }
      }),
  }
}

/** Compiles components as the build tools of Vue do. */
export const vue: Plugin = {
  name: 'vue',
  setup: build =>
    build.onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const { descriptor, errors } = parse(await readFile(path, 'utf8'), { filename: path })
      if (errors[0]) throw errors[0]
      const { content } = compileScript(descriptor, { id: path, inlineTemplate: true })
      return { contents: content, loader: 'ts' }
    }),
}

/** The constants that Vue expects of a bundler. */
export const vueConstants = {
  'process.env.NODE_ENV': '"development"',
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
}
