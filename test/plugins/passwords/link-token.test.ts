import { describe, expect, test } from 'vitest'
import {
  createPasswordsApp,
  email,
  getLink,
  getToken,
  json,
  newPassword,
  password,
  signUp,
  submit,
} from './passwords-app.js'

const links = {
  async verify() {
    const app = createPasswordsApp()
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password })
    return { app, visit }
  },
  async reset() {
    const app = createPasswordsApp()
    await signUp(app)
    const visit = app.open()
    await submit(visit, 'forgot', { email })
    return { app, visit }
  },
  async 'confirm-email'() {
    const app = createPasswordsApp({ options: { verification: 'after' } })
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password })
    return { app, visit }
  },
}

describe.each(Object.entries(links))('the link "%s"', (path, open) => {
  test('leads a browser to a page whose URL has no token', async () => {
    const { app, visit } = await open()
    const link = getLink(app)
    expect(link.pathname).toBe(`/auth/passwords/${path}`)
    const moved = await visit.get(link)
    expect(moved.status).toBe(302)
    const location = new URL(moved.headers.get('location') ?? '')
    expect(location.pathname).toBe(link.pathname)
    expect(location.href).not.toContain(getToken(app))
    const cookies = moved.headers.getSetCookie().join('\n')
    expect(cookies).toMatch(new RegExp(`authjs\\.passwords\\.link-${path}=[^;]+; .*HttpOnly`))
    expect(cookies).not.toContain(getToken(app))
    const page = await visit.get(location)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(getToken(app))
    expect((await app.open().get(location)).status).toBe(400)
    expect((await app.open().get(link, json)).status).toBe(200)
  })

  test('deletes the cookie when it was used', async () => {
    const { app, visit } = await open()
    const page = await visit.get(getLink(app), { follow: true })
    const csrfToken = await visit.getCsrfToken()
    const fields = { csrfToken, token: getToken(app), password: path === 'reset' ? newPassword : password }
    expect(page.status).toBe(200)
    expect((await visit.post(`/auth/passwords/${path}`, fields, json)).status).toBe(200)
    const names = visit.jar.cookies().map(({ name }) => name)
    expect(names.filter(name => name.includes('link-'))).toEqual([])
  })
})
