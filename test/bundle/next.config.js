/** @type {import('next').NextConfig} */
export default {
  // Nothing may be found in the node_modules of the repository, which has every optional peer.
  turbopack: { root: import.meta.dirname },
}
