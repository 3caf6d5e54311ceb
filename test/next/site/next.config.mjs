import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))

/** @type {import('next').NextConfig} */
export default {
  // Nothing may be found in the node_modules of the repository.
  outputFileTracingRoot: root,
  ...(process.env.TURBOPACK && { turbopack: { root } }),
}
