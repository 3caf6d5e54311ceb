import { SessionProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionList } from '../../../../../templates/react/session-list.js'
import { SignIn } from '../../../../../templates/react/sign-in.js'
import { UserButton } from '../../../../../templates/react/user-button.js'
import { UserProfile } from '../../../../../templates/react/user-profile.js'
import { readProps } from '../read-props.js'

const { view } = readProps()

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <SessionProvider basePath="/auth">
      <header>
        <UserButton />
      </header>
      <main>
        <h1>Acme</h1>
        {view === 'sign-in' && <SignIn passwords callbackUrl="/?view=none" />}
        {view === 'profile' && <UserProfile />}
        {view === 'sessions' && <SessionList />}
      </main>
    </SessionProvider>
  </StrictMode>,
)
