import {
  createCsrfMiddleware,
  createMiddleware,
  createServerOnlyFn,
  createStart,
} from '@tanstack/react-start'
import { authenticate, needsCsrfCheck } from './auth.server'

const csrfMiddleware = createCsrfMiddleware({ filter: createServerOnlyFn(needsCsrfCheck) })

/** Handles the session of each request, and sets `context.auth`. */
export const authMiddleware = createMiddleware().server(args =>
  authenticate(args, auth => args.next({ context: { auth } })),
)

export const startInstance = createStart(() => ({ requestMiddleware: [csrfMiddleware, authMiddleware] }))
