import { getAuth } from '../../auth'

export const onGet = async ev => {
  throw ev.redirect(302, await getAuth(ev).signOut())
}
