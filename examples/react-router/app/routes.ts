import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('protected', 'routes/protected.tsx'),
  route('account', 'routes/account.tsx'),
  route('client', 'routes/client.tsx'),
  route('me', 'routes/me.ts'),
  route('cached', 'routes/cached.tsx'),
  route('sign-out', 'routes/sign-out.ts'),
  route('auth/*', 'routes/auth.$.ts'),
] satisfies RouteConfig
