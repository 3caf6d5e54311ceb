import { getAuth, setCacheHeaders } from '../../auth'

export const onGet = async ev => {
  const { user } = await getAuth(ev).requireAuth()
  setCacheHeaders(ev)
  throw ev.text(200, user.email)
}
