/** The tests build the app twice: at the root, and below a base path with cross-site forms allowed. */
export default {
  kit: {
    experimental: { remoteFunctions: true },
    outDir: process.env.KIT_OUT ?? '.svelte-kit',
    paths: { base: process.env.KIT_BASE ?? '' },
    csrf: { trustedOrigins: process.env.KIT_TRUSTS?.split(' ') ?? [] },
  },
}
