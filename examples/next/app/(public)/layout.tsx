import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '../globals.css'

export const metadata: Metadata = { title: 'Latchkey and Next' }

/** A layout for pages that are the same for everyone: it reads no session, so Next can cache them. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
