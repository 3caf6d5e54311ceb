import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))

/** @type {import('next').NextConfig} */
export default {
  // Packages must not be resolved from the node_modules of the repository.
  outputFileTracingRoot: root,
  basePath: process.env.SITE_BASE_PATH ?? '',
  ...(process.env.TURBOPACK && { turbopack: { root } }),
}
