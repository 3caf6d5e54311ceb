import { getAuth } from '../../auth'

export const onGet = async ev => {
  const fields = Object.fromEntries(ev.query)
  throw ev.redirect(302, await getAuth(ev).signIn({ provider: 'credentials', fields }))
}
