import { Component } from '@angular/core'
import { injectSession } from 'latchkey/angular'

@Component({
  template: `
    <h1>Protected</h1>
    <p data-testid="protected">
      Only signed-in users can see this page. You are signed in as {{ session.data()?.user?.email }}.
    </p>
  `,
})
export class Protected {
  protected readonly session = injectSession()
}
