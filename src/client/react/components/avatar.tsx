'use client'

import type { ReactElement } from 'react'
import type { User } from '../../../types/user.js'
import { getInitials, getUserLabel } from '../../components/user-name.js'

/** The picture of a user, or the initials. Decorative: the name is beside it. */
export function Avatar({ user }: { user: User }): ReactElement {
  return (
    <span className="latchkey-avatar" aria-hidden="true">
      {user.image ? (
        <img src={user.image} alt="" referrerPolicy="no-referrer" />
      ) : (
        getInitials(getUserLabel(user))
      )}
    </span>
  )
}
