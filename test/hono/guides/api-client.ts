import { hc } from 'hono/client'
import type { AppType } from './api.js'

const client = hc<AppType>('/')

export async function readName() {
  const response = await client.account.$get()
  if (response.status === 401) {
    const { url } = await response.json()
    return location.assign(url)
  }
  const { name } = await response.json()
  return name
}
