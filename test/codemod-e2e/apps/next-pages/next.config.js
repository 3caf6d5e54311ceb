/** @type {import('next').NextConfig} */
export default { bundlePagesRouterDependencies: true, serverExternalPackages: ['libsql'] }
