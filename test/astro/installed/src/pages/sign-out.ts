import type { APIRoute } from 'astro'

export const GET: APIRoute = ({ locals }) => locals.auth.signOut()

export const POST: APIRoute = ({ locals }) => locals.auth.signOut({ redirectTo: '/client-router' })
