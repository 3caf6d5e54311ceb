import { fileURLToPath } from 'node:url'

// Packages are in the folder above, where the tests copy this site to.
const root = fileURLToPath(new URL('..', import.meta.url))

/** The options that `create-next-app` sets. @type {import('next').NextConfig} */
export default {
  cacheComponents: true,
  partialPrefetching: true,
  outputFileTracingRoot: root,
  turbopack: { root },
}
