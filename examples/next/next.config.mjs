/** @type {import('next').NextConfig} */
export default {
  // The repository around this app has a lockfile, too.
  turbopack: { root: import.meta.dirname },
}
