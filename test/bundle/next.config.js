/** @type {import('next').NextConfig} */
export default {
  // Packages must not be resolved from the node_modules of the repository, which has all optional peers.
  turbopack: { root: import.meta.dirname },
}
