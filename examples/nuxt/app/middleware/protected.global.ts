/** Guards all pages below `/protected`. The page guards itself too, so it stays guarded if the middleware changes. */
export default defineNuxtRouteMiddleware(to => {
  if (to.path.startsWith('/protected') && isGuarded('middleware')) return requireAuth(to)
})
