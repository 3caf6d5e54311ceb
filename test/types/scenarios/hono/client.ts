import { Hono } from 'hono'
import { hc } from 'hono/client'
import type { HonoRefusal, InferEnv } from 'latchkey/hono'
import { auth, requireAuth } from './auth.js'

const app = new Hono()
  .use(auth)
  .get('/public', c => c.json({ greeting: 'Hello' }, 200))
  .get('/account', requireAuth(), c => c.json({ role: c.get('session').role }, 200))
  .get('/billing', requireAuth({ maxAge: 600 }), requireAuth(), c => c.json({ plan: 'free' }))

const client = hc<typeof app>('https://api.example')

/** The status tells apart what a user and what a visitor receives. */
export async function readAccount(): Promise<string> {
  const response = await client.account.$get()
  if (response.status === 401) {
    const { error, url }: HonoRefusal = await response.json()
    return error === 'login_required' ? url : `${url}&again`
  }
  const status: 200 = response.status
  const { role } = await response.json()
  // TS2339: Property 'rank' does not exist on type 'string'
  void role.rank
  return `${status} ${role}`
}

export async function readPlan(): Promise<string> {
  const response = await client.billing.$get()
  // TS2339: Property 'plan' does not exist
  void (await response.json()).plan
  return response.ok ? (await response.json()).plan : response.url
}

export async function readGreeting(): Promise<string> {
  const response = await client.public.$get()
  // TS2367: This comparison appears to be unintentional
  void (response.status === 401)
  return (await response.json()).greeting
}

/** The routes behind a guard can be in another file. */
export const routes = new Hono<InferEnv<ReturnType<typeof requireAuth>>>().get('/role', c =>
  c.json({ role: c.get('session').role }),
)
