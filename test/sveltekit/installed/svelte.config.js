/** The tests build the app several times: at the root, below a base path, and with cross-site forms allowed. */
export default {
  kit: {
    outDir: process.env.KIT_OUT ?? '.svelte-kit',
    paths: { base: process.env.KIT_BASE ?? '' },
    csrf: { trustedOrigins: process.env.KIT_TRUSTS?.split(' ') ?? [] },
  },
}
