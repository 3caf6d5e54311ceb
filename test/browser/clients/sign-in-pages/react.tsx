import { SessionProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SignInPage } from '../../../recipes/sign-in-page-in-react.js'
import { readProps } from './props.js'

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <SessionProvider basePath="/auth">
      <SignInPage {...readProps()} />
    </SessionProvider>
  </StrictMode>,
)
