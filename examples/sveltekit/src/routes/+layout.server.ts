import type { LayoutServerLoad } from './$types'

/** Tells every page who is there, and keeps the visitor signed in while they use the app. */
export const load: LayoutServerLoad = async ({ locals, url, setHeaders }) => {
  setHeaders({ 'cache-control': 'no-store' })
  return { session: await locals.auth(), path: url.pathname + url.search }
}
