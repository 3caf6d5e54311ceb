import { Component } from '@angular/core'
import { injectSession } from 'latchkey/angular'

@Component({
  template: `
    <h1>Account</h1>
    <p data-testid="account">
      Signed in as {{ session.data()?.user?.email }}. Your session expires at {{ session.data()?.expires }}.
    </p>
  `,
})
export class Account {
  protected readonly session = injectSession()
}
