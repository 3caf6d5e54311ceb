/** Built several times by the tests: at the root, below a path, and by somebody who lets any site send forms. */
export default {
  kit: {
    outDir: process.env.KIT_OUT ?? '.svelte-kit',
    paths: { base: process.env.KIT_BASE ?? '' },
    csrf: { trustedOrigins: process.env.KIT_TRUSTS?.split(' ') ?? [] },
  },
}
