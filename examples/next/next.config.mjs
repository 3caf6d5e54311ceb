/** @type {import('next').NextConfig} */
export default {
  // The repository that contains this app also has a lockfile.
  turbopack: { root: import.meta.dirname },
  // Next compares the origin of a server action with the forwarded host. AUTH_URL is the actual origin.
  experimental: { serverActions: { allowedOrigins: hosts(process.env.AUTH_URL) } },
}

function hosts(url) {
  return url ? [new URL(url).host] : []
}
