/** Redirects users from pages for visitors. */
export default defineNuxtRouteMiddleware(() => {
  if (useAuth().user.value) return navigateTo('/')
})
