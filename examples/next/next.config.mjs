/** @type {import('next').NextConfig} */
export default {
  // The repository around this app has a lockfile, too.
  turbopack: { root: import.meta.dirname },
  // Next compares where an action comes from with the host that its proxy names; AUTH_URL knows better.
  experimental: { serverActions: { allowedOrigins: hosts(process.env.AUTH_URL) } },
}

function hosts(url) {
  return url ? [new URL(url).host] : []
}
