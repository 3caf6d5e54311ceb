/** Guards what `authorized` of auth.ts says, and keeps visitors signed in while they use the app: a page cannot set cookies. */
export { auth as proxy } from './auth'

/** All pages; the actions and the files of the build have no visitor to ask for. */
export const config = { matcher: ['/((?!api/auth/|_next/static/|_next/image).*)'] }
