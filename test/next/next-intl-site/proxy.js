import createMiddleware from 'next-intl/middleware'
import { auth } from './auth.js'
import { routing } from './i18n/routing.js'

const handleLocale = createMiddleware(routing)
export const proxy = auth(request => handleLocale(request))
export const config = { matcher: ['/((?!api/|_next/|.*\\..*).*)'] }
