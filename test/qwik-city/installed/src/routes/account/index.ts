import { getAuth } from '../../auth'

export const onGet = async ev => {
  const { user } = await getAuth(ev).requireAuth()
  throw ev.text(200, user.email)
}
